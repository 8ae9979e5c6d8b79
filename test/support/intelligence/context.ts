import type { Context } from '#server/operations/context.ts';
import type { LanguageModel } from '#server/outbound/language-model.ts';
import type { Service, TestTeam } from '#test/support/harness.ts';

export interface ModelContext {
  readonly model: LanguageModel | undefined;
  readonly seesValues?: boolean;
  /** Inboxes that the caller may not see. */
  readonly hidden?: readonly string[];
  /** Tokens of the team and day. */
  readonly tokens?: number;
}

/** Context of an owner of a team whose operator has a language model. */
export const modelContext = (
  service: Service,
  team: TestTeam,
  { model, seesValues = true, hidden = [], tokens }: ModelContext,
) =>
  ({
    db: service.database.team(team.id, [...hidden]),
    team: { slug: team.slug, strictTaxIds: false },
    actor: {
      ...{
        kind: 'user',
        userId: String(team.users[0]),
        personId: String(team.users[0]),
        sessionId: String(team.users[0]),
      },
      ...{ authenticatedAt: 0, role: 'owner', mayExport: false, seesValues },
    },
    settings: {
      ...{ secrets: service.secrets, jidSuffix: 's.msgapp.net', languageModel: model },
      ...(tokens === undefined ? {} : { languageModelTokens: tokens }),
    },
  }) as unknown as Context;
