"""Errors of the client."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .types import ErrorField, GatewayFailure


class PautaError(Exception):
    """Base class of all errors that the client raises. Rely on `code`; the message is for people."""

    #: The service's code, such as `NOT_FOUND`, or one of the client's: CONNECTION, TIMEOUT, UNREADABLE, REDIRECTED.
    code: str
    message: str
    #: The HTTP status; None without a response.
    status: int | None
    #: The request's ID in the service's log.
    request_id: str | None
    #: Seconds to wait before a retry; None without a Retry-After header.
    retry_after: float | None
    #: Invalid fields of the request, with codes such as `too_long`; empty if the error is not about fields.
    fields: list[ErrorField]
    #: Failure of a gateway: its code and, for a message, its outcome and id; None if the error has another cause.
    gateway: GatewayFailure | None

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        fields: list[ErrorField] | None = None,
        gateway: GatewayFailure | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after
        self.fields = fields or []
        self.gateway = gateway

    def __str__(self) -> str:
        known = [str(self.status)] if self.status is not None else []
        of = [f"request {self.request_id}"] if self.request_id is not None else []
        return f"{self.message} ({', '.join([*known, self.code, *of])})"


class APIConnectionError(PautaError):
    """No response: the service is unreachable, or the connection broke. The request may have been executed."""


class APITimeoutError(APIConnectionError):
    """No response within the client's `timeout`. The request may have been executed."""


class BadRequestError(PautaError):
    """400, 405, 413, 415: the request is invalid. The message names the problem and the allowed values."""


class AuthenticationError(PautaError):
    """401: the key is missing, wrong, expired or revoked."""


class PermissionDeniedError(PautaError):
    """403: the key is read-only, or the role of its user is insufficient."""


class NotFoundError(PautaError):
    """404: the team has no such record, or a reference in the body points to none."""


class ConflictError(PautaError):
    """409: the request conflicts with the current state."""


class UnprocessableError(PautaError):
    """422: a duplicate, an idempotency key used for a different request, or a search that is too costly."""


class RateLimitError(PautaError):
    """429: too many requests; `retry_after` is the number of seconds to wait."""


class ServerError(PautaError):
    """500 and above: the service failed (500), is overloaded (503), or a message was not sent (502)."""


_classes: dict[int, type[PautaError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    405: BadRequestError,
    409: ConflictError,
    413: BadRequestError,
    415: BadRequestError,
    422: UnprocessableError,
    429: RateLimitError,
}


def class_of(status: int) -> type[PautaError]:
    """Error class of a status."""
    return _classes.get(status, ServerError if status >= 500 else PautaError)
