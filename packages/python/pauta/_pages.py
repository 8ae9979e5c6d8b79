"""Lists: page by page, or record by record."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import unquote_plus

from ._transport import Answer, AsyncTransport, CallOptions, SyncTransport
from .errors import PautaError

T = TypeVar("T")

#: Maximum number of records per page that the service allows.
MOST = 100


def _asked(query: Mapping[str, Any] | None, limit: int | None) -> dict[str, Any]:
    return {**({} if limit is None else {"limit": limit}), **(query or {})}


def _after(asked: Mapping[str, Any], answer: Answer) -> dict[str, Any] | None:
    """Query of the next page (RFC 8288). Uses only the cursor of the Link header, not its host."""
    found = re.search(r"[?&]after=([^&>]+)", answer.headers.get("link", ""))
    if found is None:
        return None
    page = (answer.pagination or {}).get("page", 1) + 1
    return {**asked, "page": page, "after": unquote_plus(found[1])}


@dataclass(frozen=True)
class _PageOf(Generic[T]):
    data: list[T]
    #: Number of records on all pages.
    total: int
    #: Page number, starting at 1.
    page: int
    #: Number of pages.
    pages: int
    #: Maximum number of records per page.
    limit: int
    _next: dict[str, Any] | None = field(repr=False)

    @property
    def has_next(self) -> bool:
        """True if the service named a next page."""
        return self._next is not None


@dataclass(frozen=True)
class Page(_PageOf[T]):
    """A page of a list."""

    _listing: Listing[T] = field(repr=False)

    def next(self) -> Page[T] | None:
        """Returns the next page, regardless of records created or deleted in the meantime."""
        return None if self._next is None else self._listing._read(self._next)


@dataclass(frozen=True)
class AsyncPage(_PageOf[T]):
    """A page of a list."""

    _listing: AsyncListing[T] = field(repr=False)

    async def next(self) -> AsyncPage[T] | None:
        """Returns the next page, regardless of records created or deleted in the meantime."""
        return None if self._next is None else await self._listing._read(self._next)


def _facts(answer: Answer, asked: Mapping[str, Any]) -> dict[str, Any]:
    about = answer.pagination or {}
    # Later versions may add fields.
    numbers = {name: about.get(name) for name in ("total", "page", "pages", "limit")}
    if not isinstance(answer.data, list) or None in numbers.values():
        raise PautaError("UNREADABLE", "The response is not a page of a list: check base_url.", status=answer.status)
    return {"data": answer.data, **numbers, "_next": _after(asked, answer)}


class Listing(Generic[T]):
    """A list: `for record in …` iterates over all records. No request is sent before."""

    def __init__(
        self,
        transport: SyncTransport,
        path: str,
        query: Mapping[str, Any] | None,
        options: CallOptions | None,
    ) -> None:
        self._transport = transport
        self._path = path
        self._query = query
        self._options = options

    def _read(self, asked: dict[str, Any]) -> Page[T]:
        answer = self._transport.send("GET", self._path, asked, None, self._options)
        return Page(**_facts(answer, asked), _listing=self)

    def page(self) -> Page[T]:
        """Returns one page: the first, unless the query names another."""
        return self._read(_asked(self._query, None))

    def pages(self, limit: int = MOST) -> Iterator[Page[T]]:
        """Iterates over the pages, requesting each when it is needed."""
        page: Page[T] | None = self._read(_asked(self._query, limit))
        while page is not None:
            yield page
            page = page.next()

    def __iter__(self) -> Iterator[T]:
        """Iterates over the records, each once, in pages of 100 unless the query sets a limit."""
        for page in self.pages():
            yield from page.data

    def to_list(self, max: int | None = None) -> list[T]:
        """Returns all records, or the first `max`."""
        found: list[T] = []
        if max is not None and max < 1:
            return found
        for page in self.pages(MOST if max is None else min(max, MOST)):
            found += page.data
            if max is not None and len(found) >= max:
                return found[:max]
        return found


class AsyncListing(Generic[T]):
    """A list: `async for record in …` iterates over all records. No request is sent before."""

    def __init__(
        self,
        transport: AsyncTransport,
        path: str,
        query: Mapping[str, Any] | None,
        options: CallOptions | None,
    ) -> None:
        self._transport = transport
        self._path = path
        self._query = query
        self._options = options

    async def _read(self, asked: dict[str, Any]) -> AsyncPage[T]:
        answer = await self._transport.send("GET", self._path, asked, None, self._options)
        return AsyncPage(**_facts(answer, asked), _listing=self)

    async def page(self) -> AsyncPage[T]:
        """Returns one page: the first, unless the query names another."""
        return await self._read(_asked(self._query, None))

    async def pages(self, limit: int = MOST) -> AsyncIterator[AsyncPage[T]]:
        """Iterates over the pages, requesting each when it is needed."""
        page: AsyncPage[T] | None = await self._read(_asked(self._query, limit))
        while page is not None:
            yield page
            page = await page.next()

    async def __aiter__(self) -> AsyncIterator[T]:
        """Iterates over the records, each once, in pages of 100 unless the query sets a limit."""
        async for page in self.pages():
            for record in page.data:
                yield record

    async def to_list(self, max: int | None = None) -> list[T]:
        """Returns all records, or the first `max`."""
        found: list[T] = []
        if max is not None and max < 1:
            return found
        async for page in self.pages(MOST if max is None else min(max, MOST)):
            found += page.data
            if max is not None and len(found) >= max:
                return found[:max]
        return found
