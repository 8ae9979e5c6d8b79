import { registry } from '../server/features/registry.ts';
import { isAtLeast, roles } from '../server/operations/roles.ts';

/*
 * Page of the panel's permissions by role: `npm run --silent docs:roles > docs/roles.md`. A test checks that the page matches the
 * operations, and that the operations behave as the page says (test/panel/roles.test.ts).
 */

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), `|${'---|'.repeat(head.length)}`, ...rows.map(row)].join('\n');

const yes = (is: boolean) => (is ? 'yes' : '–');

/** Renders the page, in Markdown. */
export function rolesPage(): string {
  const { account, panel } = registry;
  const own = account.map(({ id, panel: { method, path }, allow }) => [
    id,
    `\`${method} ${path}\``,
    yes(allow === 'anyone'),
    'yes',
    yes(allow === 'fresh'),
  ]);
  const ofTeams = panel.map(({ id, panel: { method, path }, allow, fresh, exports }) => [
    id,
    `\`${method} ${path}\``,
    ...roles.map((role) =>
      isAtLeast(role, allow.user ?? 'owner')
        ? exports && role !== 'owner'
          ? 'with `may_export`'
          : 'yes'
        : '–',
    ),
    typeof fresh === 'object' ? `with \`${fresh.join('`, `')}\`` : yes(fresh === true),
  ]);
  const least = roles.map((role) => panel.filter(({ allow }) => allow.user === role).length);
  return `# Who may do what in the panel

Printed by \`npm run --silent docs:roles > docs/roles.md\`; \`test/panel/roles.test.ts\` tries each line. Rules that hold everywhere are in
[panel-api.md](panel-api.md#roles).

${panel.length} operations on a team’s data × ${roles.length} roles: ${panel.length * roles.length} answers. ${roles
    .map((role, i) => `${least[i]} from ${role} on`)
    .join(', ')}. ${account.length} operations on one’s own account.

"fresh": asks for a proof of who one is that is at most ten minutes old (\`REAUTH_REQUIRED\`). Nobody, a member of another team and a suspended
member may do none of a team’s.

## A team’s data, below \`/api/panel/teams/{team_slug}\`

${table(['Operation', '', ...roles, 'fresh'], ofTeams)}

## One’s own account, below \`/api/panel\`

${table(['Operation', '', 'nobody', 'whoever is signed in', 'fresh'], own)}
`;
}

if (import.meta.main) process.stdout.write(rolesPage());
