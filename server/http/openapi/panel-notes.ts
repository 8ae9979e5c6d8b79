import { type ErrorCode, statusOf } from '../../platform/errors.ts';
import { errors, type Said } from './responses.ts';

/* Texts of the panel API's reference. */

/** Error responses of the panel API that differ from the public API. */
export const panelErrors: Partial<Record<ErrorCode, Said>> = {
  UNAUTHORIZED: {
    when: 'Nobody is signed in, the session is over, or what signs in is wrong.',
    messages: ['Sign in first.'],
  },
  FORBIDDEN: {
    when: 'The member’s role does not reach that far; or another site may have sent the write; or the field is only for members who see values.',
    messages: [
      'webhooks.list needs the role admin; yours is member.',
      'The panel takes writes from its own pages only: Sec-Fetch-Site must be same-origin, or Origin this host.',
      'min_value: only for members who see values.',
    ],
  },
  REAUTH_REQUIRED: {
    when: 'The person proved who they are more than ten minutes ago and has to do so again.',
    messages: ['Prove who you are again; then repeat the request.'],
  },
  SECOND_FACTOR_REQUIRED: {
    when: 'The team lets in only those who have proven themselves twice, and the session was begun with one factor: set up codes of an app or a passkey, or prove with one who you are.',
    messages: ['This team asks for a second factor: set one up, or prove with it who you are.'],
  },
  NOT_FOUND: {
    when: 'The person is no member of such a team, the team has no such record, a link in the body leads to none, or the path does not exist.',
    messages: ['No team of yours has this address.', 'No project has this id.'],
  },
  CONFLICT: {
    when: 'The record’s state or others that point to it forbid it; or a request with this Idempotency-Key is still running.',
    messages: ['A request with this Idempotency-Key is still running.'],
  },
  GONE: {
    when: 'The link was used, was revoked, or is over.',
    messages: ['This link is over; ask for a new one.'],
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body is larger than 1 MiB; about one’s own account, than 16 KiB.',
    messages: ['The body is larger than 16384 bytes.'],
  },
  RATE_LIMITED: {
    when: 'The session made more than 600 requests in a minute, or signing in was tried too often.',
    messages: [
      'Rate limit exceeded: at most 600 requests a minute for one session; try again in 21 s.',
    ],
    headers: errors.RATE_LIMITED.headers ?? {},
  },
};

const codes = Object.keys(statusOf) as ErrorCode[];

export const panelIntroduction = `
What the web panel calls, in a browser where a person is signed in. Programs use the API (\`GET /api/openapi.json\`) with a key.

## Session

Signing in sets a cookie that no script reads: \`pauta_session\`, over https \`__Host-pauta_session\`. It lasts 90 days, 30 without
use; signing out, a new password or an admin ends it within a second.

A write must come from a page of this service: \`Sec-Fetch-Site: same-origin\`, or where the browser does not send that, an \`Origin\` of this
host. Otherwise the answer is 403.

## Teams

Paths below \`/panel/teams/{team_slug}\` are one team’s. A team that the person is no member of, or is suspended in, answers 404, as if it did not
exist. \`owner\` may what \`admin\` may, and \`admin\` what \`member\` may. Members who may not see values get null as the value of a deal, and
403 where they sort, filter or write by it.

## Bodies, retries, limits

As in the API: JSON, the same fields, filters and errors, and \`Idempotency-Key\` on every POST below a team, for each user apart. What people do
with their own account takes no keys. A session may make 600 requests a minute; whoever has none is counted by address.

## Errors

${codes.map((code) => `- **${statusOf[code]}** \`${code}\`: ${(panelErrors[code] ?? errors[code]).when}`).join('\n')}
`.trim();

/** Tag of operations → its description, if no table provides one. */
export const panelTags: Readonly<Record<string, string>> = {
  Bulk: 'Changes of many records at once: of those that are named, and of all that a list finds.',
  Session: 'Signing in and out, and who is signed in.',
  Account: 'A person’s own account: name, password, devices.',
  Live: 'What changes in a team, as it happens.',
  Document: 'The description of all this.',
};
