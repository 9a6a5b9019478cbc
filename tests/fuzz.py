"""A coverage-guided fuzzer of what reads text from outside: `python tests/fuzz.py READER [OPTIONS]`.

READER is parse or observe; what each has to do with any input is in `readers.py`. The options are those of
libFuzzer, such as `-max_total_time=3600`; without one it runs until it finds something or is stopped. A finding is
written to a file, which as an argument runs it again. Needs atheris: pip install -e ".[fuzz]"
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

__all__ = ["main"]


def main(reader: str, options: list[str]) -> None:
    """Give `reader` ever other bytes, and go on from those that led to code that no others had led to."""
    import atheris

    with atheris.instrument_imports(include=["strictcheck", "lazytree"]):
        from readers import READERS, SEEDS, WORDS

    with tempfile.TemporaryDirectory() as directory:
        corpus, words = Path(directory, "corpus"), Path(directory, "words")
        corpus.mkdir()
        for number, seed in enumerate(SEEDS[reader]):
            (corpus / f"seed{number}").write_bytes(seed.encode("utf-8", "surrogatepass"))
        quoted = ("".join(f"\\x{byte:02x}" for byte in word.encode()) for word in WORDS)
        words.write_text("".join(f'"{word}"\n' for word in quoted))
        again = any(not option.startswith("-") for option in options)
        given = [*options] if again else [f"-dict={words}", "-timeout=10", "-len_control=20", *options, str(corpus)]
        atheris.Setup([sys.argv[0], *given], READERS[reader])
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
