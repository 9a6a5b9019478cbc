"""Pictures of what a search looked at in a game: in the terminal, in a notebook, as a file."""

from lazytree.pictures.showing import GamePicture, show

__all__ = ["GamePicture", "show"]
