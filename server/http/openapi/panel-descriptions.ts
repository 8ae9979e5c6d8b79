import { type ErrorCode, statusOf } from '#server/platform/errors.ts';
import { type ErrorDescription, errors } from './responses.ts';

/* Texts of the panel API's reference. */

/** Error responses of the panel API that differ from the public API. */
export const panelErrors: Partial<Record<ErrorCode, ErrorDescription>> = {
  UNAUTHORIZED: {
    when: 'There is no session, it has expired, or the credentials are wrong.',
    messages: ['Sign in first.'],
  },
  FORBIDDEN: {
    when: 'The member’s role is insufficient; or the request may come from another site; or the field is only for members who see values.',
    messages: [
      'webhooks.list needs the role admin; yours is member.',
      'The panel accepts writes only from its own pages: Sec-Fetch-Site must be same-origin, or Origin this host.',
      'min_value: only for members who see values.',
    ],
  },
  REAUTH_REQUIRED: {
    when: 'Requires authentication within the last ten minutes. Re-authenticate, then repeat the request.',
    messages: ['Re-authenticate, then repeat the request.'],
  },
  SECOND_FACTOR_REQUIRED: {
    when: 'The team requires a second factor, and the session has only one: set up an authenticator app or a passkey, or re-authenticate with one.',
    messages: ['This team requires a second factor: set one up, or re-authenticate with it.'],
  },
  NOT_FOUND: {
    when: 'The team does not exist or you are not a member of it, the team has no such record, a reference in the body points to none, or the path does not exist.',
    messages: ['You are not a member of a team with this address.', 'No project has this id.'],
  },
  CONFLICT: {
    when: 'The state of the record or other records referring to it prevent this; or a request with this Idempotency-Key is still running.',
    messages: ['A request with this Idempotency-Key is still running.'],
  },
  GONE: {
    when: 'The link was used, was revoked or has expired.',
    messages: ['This link is no longer valid; ask for a new one.'],
  },
  PAYLOAD_TOO_LARGE: {
    when: 'The body is larger than 1 MiB, or than 16 KiB for account operations.',
    messages: ['The body is larger than 16384 bytes.'],
  },
  RATE_LIMITED: {
    when: 'The session made more than 600 requests in a minute, or there were too many sign-in attempts.',
    messages: [
      'Rate limit exceeded: at most 600 requests a minute for one session; try again in 21 s.',
    ],
    headers: errors.RATE_LIMITED.headers ?? {},
  },
};

const codes = Object.keys(statusOf) as ErrorCode[];

export const panelIntroduction = `
The API of the web panel, for browsers with a signed-in person. Programs use the public API (\`GET /api/openapi.json\`) with a key.

## Session

Signing in sets a cookie that scripts cannot read: \`pauta_session\`, or \`__Host-pauta_session\` over https. It expires after 90 days, or after
30 days without use; signing out, a new password or an admin ends it within a second.

A write must come from a page of this service: \`Sec-Fetch-Site: same-origin\` or, if the browser does not send that header, an \`Origin\` of this
host. Otherwise, the response is 403.

## Teams

Paths below \`/panel/teams/{team_slug}\` belong to one team. If you are not a member of the team, or are suspended, they return 404, as if the team did not
exist. \`owner\` has all permissions of \`admin\`, and \`admin\` those of \`member\`. For members without access to values, the value of a deal is null, and
sorting, filtering or writing by it returns 403.

## Bodies, retries, limits

As in the public API: JSON, the same fields, filters and errors, and \`Idempotency-Key\` on every POST below a team, separately for each user. Account
operations do not support keys. A session can make 600 requests per minute; requests without a session are counted by IP address.

## Errors

${codes.map((code) => `- **${statusOf[code]}** \`${code}\`: ${(panelErrors[code] ?? errors[code]).when}`).join('\n')}
`.trim();

/** Tag of operations → its description, if no table provides one. */
export const panelTags: Readonly<Record<string, string>> = {
  Audit: 'The audit log.',
  Columns: 'The columns of pipelines.',
  Day: 'Your work for today.',
  Demo: 'Sample data.',
  Drafts: 'Unsent texts in conversations.',
  History: 'The changes of a record.',
  Identities: 'Your accounts at OpenID providers.',
  Invitation: 'Accepting an invitation.',
  Keys: 'The API keys of the team and its members.',
  Notes: 'Internal notes in conversations.',
  Passkeys: 'Your passkeys.',
  PasswordReset: 'Setting a new password by a link.',
  ReadyAnswers: 'Canned responses.',
  Records: 'The context of a record.',
  Sandbox: 'Messages simulated in the sandbox.',
  Search: 'Search across all records.',
  Trash: 'Deleted tasks.',
  Views: 'Saved views of lists.',
  Bulk: 'Changes of many records at once: of given records, or of all that match a query.',
  Session: 'Signing in and out, and the current session.',
  Account: 'Your account: name, password, devices.',
  Live: 'Changes in a team, as they happen.',
  Document: 'This document.',
};
