"""A library's catalogue in a database: SQLAlchemy models, on SQLite, in memory."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ForeignKey, create_engine, event, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship

BOOKS = {
    "Woolf": ["Orlando", "The Waves"],
    "Borges": ["Ficciones", "The Aleph"],
    "Lem": ["Solaris", "The Cyberiad", "Fiasco"],
}


class Base(DeclarativeBase):
    """What the tables share."""


class Author(Base):
    """Somebody who wrote books, which are loaded when they are asked for."""

    __tablename__ = "author"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    books: Mapped[list[Book]] = relationship(back_populates="author", order_by="Book.id")


class Book(Base):
    """A book."""

    __tablename__ = "book"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    author_id: Mapped[int] = mapped_column(ForeignKey("author.id"))
    author: Mapped[Author] = relationship(back_populates="books")


class Library:
    """The database, and the queries that were sent to it."""

    def __init__(self) -> None:
        self.queries: list[str] = []
        engine = create_engine("sqlite://")
        Base.metadata.create_all(engine)
        self.session = Session(engine)
        for name, titles in BOOKS.items():
            self.session.add(Author(name=name, books=[Book(title=title) for title in titles]))
        self.session.commit()
        event.listen(engine, "before_cursor_execute", self._note)

    def _note(self, connection: object, cursor: object, statement: str, *others: object) -> None:
        self.queries.append(statement)

    def authors(self) -> list[Author]:
        """All authors, anew: one query, and what belongs to them is not loaded."""
        self.session.expunge_all()
        self.queries.clear()
        return list(self.session.scalars(select(Author).order_by(Author.id)))


def index(authors: Iterable[Author]) -> list[str]:
    """The names, as they stand at the top of a page."""
    return [author.name.upper() for author in authors]


def catalogue(authors: Iterable[Author]) -> list[str]:
    """A line for each author, with a book of theirs."""
    return [f"{author.name}: {author.books[0].title}" for author in authors]
