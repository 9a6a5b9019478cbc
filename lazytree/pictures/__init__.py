"""Pictures of what a search looked at in a game: in the terminal, in a notebook, as a file that steps."""

from lazytree.pictures.showing import GamePicture, compare, show

__all__ = ["GamePicture", "compare", "show"]
