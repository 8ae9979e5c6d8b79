"""Sends a call, with retries under the same idempotency key.

The blocking and the asynchronous client share the logic of requests and retries: `attempts` yields the next step and receives its
outcome.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, TypedDict, cast
from urllib.parse import quote, unquote, urlsplit

import httpx

from .errors import APIConnectionError, APITimeoutError, PautaError, class_of

if TYPE_CHECKING:
    from .types import GatewayFailure

#: Maximum Retry-After in seconds that is waited for: the window of the service's rate limit.
MOST_ASKED = 60.0


class CallOptions(TypedDict, total=False):
    """Options of a single call."""

    timeout: float
    """Timeout in seconds for connecting and for each read of the response."""
    max_retries: int
    """Maximum number of retries."""
    idempotency_key: str
    """Idempotency key of a POST (1 to 255 printable ASCII characters), to repeat it safely, even from another process."""
    headers: Mapping[str, str]
    """Additional headers, such as X-Request-Id."""


@dataclass(frozen=True)
class Answer:
    """The result of a call, with metadata of the response."""

    data: Any
    #: Only for lists: page, limit, total and pages.
    pagination: dict[str, int] | None
    status: int
    headers: Mapping[str, str]
    #: The request's ID in the service's log.
    request_id: str | None


@dataclass(frozen=True)
class Download:
    """A file."""

    content: bytes
    media_type: str
    #: As in Content-Disposition.
    name: str


@dataclass(frozen=True)
class Settings:
    root: str
    authorization: str
    timeout: float
    max_retries: int


def settings_of(base_url: str, api_key: str, timeout: float, max_retries: int) -> Settings:
    """Raises ValueError for an invalid address or key."""
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("base_url must be the address of the service, such as https://pauta.example.com")
    if not re.fullmatch(r"[\x21-\x7e]+", api_key):
        raise ValueError("api_key must be an API key, pauta_…, without spaces or line breaks")
    _check(timeout, max_retries)
    place = parts.path.rstrip("/") or "/api"
    root = f"{parts.scheme}://{parts.netloc}{place}/v1"
    return Settings(root, f"Bearer {api_key}", timeout, max_retries)


def _check(timeout: float, max_retries: int) -> None:
    if not timeout > 0:
        raise ValueError("timeout must be more than 0 seconds")
    if max_retries < 0:
        raise ValueError("max_retries must be a whole number from 0")


def path(pattern: str, *ids: str) -> str:
    """Path with the placeholders filled in. Raises ValueError for an id that would change the path."""
    for each in ids:
        if each in ("", ".", ".."):
            raise ValueError(f"an id must not be {each!r}")
        pattern = re.sub(r"{\w+}", lambda _: quote(each, safe=""), pattern, count=1)
    return pattern


def _query(given: Mapping[str, Any] | None) -> dict[str, str]:
    def text(value: Any) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    return {name: text(value) for name, value in (given or {}).items() if value is not None}


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Outgoing:
    method: str
    url: str
    params: dict[str, str]
    headers: dict[str, str]
    content: bytes | None
    timeout: float


Step = Pause | Outgoing
Outcome = httpx.Response | httpx.RequestError | None


def attempts(
    settings: Settings,
    method: str,
    place: str,
    query: Mapping[str, Any] | None,
    body: object,
    options: CallOptions | None,
    is_file: bool = False,
) -> Generator[Step, Outcome, Answer]:
    own = options or {}
    timeout = own.get("timeout", settings.timeout)
    max_retries = own.get("max_retries", settings.max_retries)
    _check(timeout, max_retries)
    headers = {**own.get("headers", {}), "accept": "*/*" if is_file else "application/json"}
    headers["authorization"] = settings.authorization
    content, content_type = _encoded(body)
    if content_type is not None:
        headers["content-type"] = content_type
    if method == "POST":
        # The same for all attempts, so that a creating call is executed once.
        headers["idempotency-key"] = own.get("idempotency_key") or secrets.token_hex(16)
    outgoing = Outgoing(method, settings.root + place, _query(query), headers, content, timeout)
    tries = 0
    while True:
        outcome = yield outgoing
        is_last = tries >= max_retries
        if isinstance(outcome, httpx.Response):
            answer = _file(outcome) if is_file else _read(outcome)
            if answer is not None:
                return answer
            asked = retry_after_of(outcome)
            if is_last or not may_try_again(outcome) or (asked or 0) > MOST_ASKED:
                raise error_of(outcome)
            yield Pause(pause_before(tries, asked, outcome.status_code))
        else:
            if is_last:
                raise unanswered(settings.root, timeout, outcome) from outcome
            yield Pause(pause_before(tries, None, 0))
        tries += 1


def _encoded(body: object) -> tuple[bytes | None, str | None]:
    """Bytes and content type of a body: a form if it has a file, otherwise JSON."""
    if body is None:
        return None, None
    if not (isinstance(body, dict) and isinstance(body.get("file"), tuple)):
        return json.dumps(body, ensure_ascii=False).encode(), "application/json"
    fields = {name: value for name, value in body.items() if name != "file" and value is not None}
    form = httpx.Request("POST", "http://form", data=fields, files={"file": body["file"]})
    return form.read(), form.headers["content-type"]


def _file(response: httpx.Response) -> Answer | None:
    if not response.is_success:
        return None
    headers = response.headers
    named = re.search(r"filename\*=UTF-8''([^;]+)", headers.get("content-disposition", ""))
    name = unquote(named[1]) if named else ""
    data = Download(response.content, headers.get("content-type", ""), name)
    return Answer(data, None, response.status_code, headers, headers.get("x-request-id"))


def pause_before(tries: int, asked: float | None, status: int) -> float:
    """Seconds until the next attempt. Jitter keeps clients that failed together from retrying together."""
    if asked is None:
        return min(0.5 * 2.0**tries, 8.0) * random.uniform(0.5, 1)
    # Doubles the wait each time while the service is overloaded.
    longer = min(asked * 2.0**tries, MOST_ASKED) if status == 503 else asked
    return longer + random.uniform(0, min(longer / 4, 2))


def may_try_again(response: httpx.Response) -> bool:
    """True if a retry may help and does nothing twice."""
    status = response.status_code
    if status == 409:
        return "retry-after" in response.headers
    # From a proxy that cannot reach the service.
    if status in (502, 504) and _refusal(response) is None:
        return True
    return status in (429, 503)


def retry_after_of(response: httpx.Response) -> float | None:
    """Seconds from a Retry-After header (a number or a date); None without one."""
    said: str | None = response.headers.get("retry-after")
    if said is None:
        return None
    if re.fullmatch(r"\d+", said):
        return float(said)
    try:
        until: float = parsedate_to_datetime(said).timestamp()
        return max(0.0, until - time.time())
    except ValueError:
        return None


def _json(response: httpx.Response) -> dict[str, Any]:
    try:
        found = response.json()
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _read(response: httpx.Response) -> Answer | None:
    found = _json(response) if response.is_success else {}
    if "data" not in found:
        return None
    headers = response.headers
    return Answer(
        found["data"],
        found.get("pagination"),
        response.status_code,
        headers,
        headers.get("x-request-id"),
    )


def _refusal(response: httpx.Response) -> dict[str, Any] | None:
    error = _json(response).get("error")
    if not isinstance(error, dict) or not isinstance(error.get("code"), str):
        return None
    return error


def error_of(response: httpx.Response) -> PautaError:
    status = response.status_code
    refusal = _refusal(response)
    if refusal is not None:
        kind, code, message = class_of(status), refusal["code"], str(refusal.get("message", ""))
    elif response.is_redirect:
        to = response.headers.get("location", "another address")
        kind, code = PautaError, "REDIRECTED"
        message = f"The service redirects to {to}: use that address as base_url."
    else:
        kind, code = class_of(status), "UNREADABLE"
        message = "The response is not from Pauta: check base_url."
    fields, gateway = (refusal or {}).get("fields"), (refusal or {}).get("gateway")
    return kind(
        code,
        message,
        status=status,
        request_id=response.headers.get("x-request-id"),
        retry_after=retry_after_of(response),
        fields=fields if isinstance(fields, list) else [],
        gateway=cast("GatewayFailure", gateway) if isinstance(gateway, dict) else None,
    )


def unanswered(root: str, timeout: float, outcome: httpx.RequestError | None) -> PautaError:
    parts = urlsplit(root)
    origin = f"{parts.scheme}://{parts.netloc}"
    if isinstance(outcome, httpx.TimeoutException):
        return APITimeoutError("TIMEOUT", f"{origin} did not respond within {timeout:g} s.")
    return APIConnectionError("CONNECTION", f"{origin} cannot be reached: {outcome}")


class SyncTransport:
    def __init__(self, settings: Settings, http: httpx.Client) -> None:
        self.settings = settings
        self.http = http

    def send(
        self,
        method: str,
        place: str,
        query: Mapping[str, Any] | None,
        body: object,
        options: CallOptions | None,
        is_file: bool = False,
    ) -> Answer:
        steps = attempts(self.settings, method, place, query, body, options, is_file)
        outcome: Outcome = None
        try:
            step = next(steps)
            while True:
                if isinstance(step, Pause):
                    time.sleep(step.seconds)
                    outcome = None
                else:
                    try:
                        outcome = self.http.request(**_arguments(step))
                    except httpx.RequestError as error:
                        outcome = error
                step = steps.send(outcome)
        except StopIteration as done:
            answer: Answer = done.value
            return answer


class AsyncTransport:
    def __init__(self, settings: Settings, http: httpx.AsyncClient) -> None:
        self.settings = settings
        self.http = http

    async def send(
        self,
        method: str,
        place: str,
        query: Mapping[str, Any] | None,
        body: object,
        options: CallOptions | None,
        is_file: bool = False,
    ) -> Answer:
        steps = attempts(self.settings, method, place, query, body, options, is_file)
        outcome: Outcome = None
        try:
            step = next(steps)
            while True:
                if isinstance(step, Pause):
                    await asyncio.sleep(step.seconds)
                    outcome = None
                else:
                    try:
                        outcome = await self.http.request(**_arguments(step))
                    except httpx.RequestError as error:
                        outcome = error
                step = steps.send(outcome)
        except StopIteration as done:
            answer: Answer = done.value
            return answer


def _arguments(step: Outgoing) -> dict[str, Any]:
    return {
        "method": step.method,
        "url": step.url,
        "params": step.params,
        "headers": step.headers,
        "content": step.content,
        "timeout": step.timeout,
        # Following a redirect would turn a POST into a GET, and could send the key to another host.
        "follow_redirects": False,
    }


class Resource:
    """Operations of the blocking client."""

    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def _call(
        self,
        method: str,
        place: str,
        body: object,
        options: CallOptions | None,
        query: Mapping[str, Any] | None = None,
    ) -> Any:
        return self._transport.send(method, place, query, body, options).data

    def _download(
        self, place: str, query: Mapping[str, Any] | None, options: CallOptions | None
    ) -> Download:
        answer = self._transport.send("GET", place, query, None, options, is_file=True)
        return cast(Download, answer.data)


class AsyncResource:
    """Operations of the asynchronous client."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _call(
        self,
        method: str,
        place: str,
        body: object,
        options: CallOptions | None,
        query: Mapping[str, Any] | None = None,
    ) -> Any:
        return (await self._transport.send(method, place, query, body, options)).data

    async def _download(
        self, place: str, query: Mapping[str, Any] | None, options: CallOptions | None
    ) -> Download:
        answer = await self._transport.send("GET", place, query, None, options, is_file=True)
        return cast(Download, answer.data)
