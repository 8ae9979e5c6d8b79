"""What the client raises."""

from __future__ import annotations


class PautaError(Exception):
    """Whatever the client raises. Build on `code`; the message is for people."""

    #: The service's code, such as `NOT_FOUND`; or the client's own: CONNECTION, TIMEOUT, UNREADABLE, REDIRECTED.
    code: str
    message: str
    #: The HTTP status; None without an answer.
    status: int | None
    #: What the service's log knows the request by.
    request_id: str | None
    #: Seconds after which the service may be asked again; None where it says nothing of it.
    retry_after: float | None

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        known = [str(self.status)] if self.status is not None else []
        of = [f"request {self.request_id}"] if self.request_id is not None else []
        return f"{self.message} ({', '.join([*known, self.code, *of])})"


class APIConnectionError(PautaError):
    """No answer: the service cannot be reached, or the connection broke. What was asked for may have been done."""


class APITimeoutError(APIConnectionError):
    """No answer within the client's `timeout`. What was asked for may have been done."""


class BadRequestError(PautaError):
    """400, 405, 413, 415: the request is wrong. The message names what, and what is allowed."""


class AuthenticationError(PautaError):
    """401: the key is missing, wrong, expired or revoked."""


class PermissionDeniedError(PautaError):
    """403: the key may only read, or the role of its user does not allow it."""


class NotFoundError(PautaError):
    """404: the team has no such record, or none that the body links to."""


class ConflictError(PautaError):
    """409: something else stands in the way."""


class UnprocessableError(PautaError):
    """422: a duplicate, an idempotency key used for something else, or a search that is too costly."""


class RateLimitError(PautaError):
    """429: too many requests; `retry_after` says how long to wait."""


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
    """The error that a status stands for."""
    return _classes.get(status, ServerError if status >= 500 else PautaError)
