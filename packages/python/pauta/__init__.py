"""Client of Pauta, the open-source back office for agencies.

    from pauta import Pauta

    with Pauta("https://pauta.example.com", "pauta_…") as pauta:
        for deal in pauta.deals.list({"phase": "proposta"}):
            print(deal["title"])

Calls are retried on broken connections, 429, 503, and 409 with Retry-After. Creating calls carry an idempotency key that stays the
same for all attempts, so they are executed once.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any

import httpx

from . import types, webhooks
from ._pages import AsyncListing, AsyncPage, Listing, Page
from ._resources import AsyncResources, Resources
from ._stream import AsyncEventStream, EventsMissedError, EventStream
from ._transport import (
    Answer,
    AsyncTransport,
    CallOptions,
    Download,
    SyncTransport,
    settings_of,
)
from .errors import (
    APIConnectionError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    NotFoundError,
    PautaError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    UnprocessableError,
)
from .webhooks import WebhookError

__version__ = "0.1.0"

__all__ = [
    "APIConnectionError",
    "APITimeoutError",
    "Answer",
    "AsyncEventStream",
    "AsyncListing",
    "AsyncPage",
    "AsyncPauta",
    "AuthenticationError",
    "BadRequestError",
    "CallOptions",
    "ConflictError",
    "Download",
    "EventStream",
    "EventsMissedError",
    "Listing",
    "NotFoundError",
    "Page",
    "Pauta",
    "PautaError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "UnprocessableError",
    "WebhookError",
    "types",
    "webhooks",
]


class Pauta(Resources):
    """Client for one team. Thread-safe."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 30.0,
        max_retries: int = 3,
        http: httpx.Client | None = None,
    ) -> None:
        """`base_url` is the address of the service, with or without /api. `timeout`, in seconds, applies to connecting and to each read of
        the response. `http` is a custom client, for proxies or certificates; you close it. Raises ValueError for an invalid address or
        key.
        """
        settings = settings_of(base_url, api_key, timeout, max_retries)
        self._http = http or httpx.Client()
        self._is_own = http is None
        super().__init__(SyncTransport(settings, self._http))

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        options: CallOptions | None = None,
    ) -> Answer:
        """Calls any operation by its method and its path below /v1. Returns the result with status and headers."""
        return self._transport.send(method, path, query, body, options)

    def follow(self, cursor: str | None = None) -> EventStream:
        """Streams the team's events as they happen, across broken connections: each once, unless its handling raises.
        `cursor` resumes a previous stream. Ends by raising: AuthenticationError when the key is no longer valid, EventsMissedError if the
        events since `cursor` are not available.
        """
        return EventStream(self._transport, cursor)

    def close(self) -> None:
        """Closes the connections."""
        if self._is_own:
            self._http.close()

    def __enter__(self) -> Pauta:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncPauta(AsyncResources):
    """Client for one team, for asyncio."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 30.0,
        max_retries: int = 3,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """See `Pauta`."""
        settings = settings_of(base_url, api_key, timeout, max_retries)
        self._http = http or httpx.AsyncClient()
        self._is_own = http is None
        super().__init__(AsyncTransport(settings, self._http))

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        options: CallOptions | None = None,
    ) -> Answer:
        """Calls any operation by its method and its path below /v1. Returns the result with status and headers."""
        return await self._transport.send(method, path, query, body, options)

    def follow(self, cursor: str | None = None) -> AsyncEventStream:
        """See `Pauta.follow`."""
        return AsyncEventStream(self._transport, cursor)

    async def close(self) -> None:
        """Closes the connections."""
        if self._is_own:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncPauta:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
