import { createHash } from 'node:crypto';
import type { TeamDb } from '#server/db/database.ts';
import { teamStatement } from '#server/db/statement.ts';
import { recordAudit } from '#server/events/audit.ts';
import { type Operation, operation } from '#server/operations/operation.ts';
import { encodeUploadedImage } from '#server/platform/images/uploaded-image.ts';
import { Type } from '#server/platform/schema.ts';
import { about, kind, patterned } from '#server/records/fields.ts';

/* A team's brand on its approval pages: logo and colour. */

/** Max length of an uploaded logo in base64. */
const maxLength = 700_000;
const maxLogoBytes = 131_072;

const color = about(
  'The main colour, shown on buttons and at the top; null for the default.',
  patterned(/^#[0-9a-f]{6}$/, '# and 6 hex digits in lower case', '#2563eb', { format: 'colour' }),
);

const brandJson = `json_build_object('color', b.color,
  'logo', 'data:image/webp;base64,' || translate(encode(b.logo, 'base64'), E'\\n', ''))`;

const read = teamStatement(`
  select coalesce((select ${brandJson} from team_brands b where b.team_id = $team),
    json_build_object('color', null, 'logo', null)) as brand`);

const before = teamStatement(
  `select color, encode(logo_hash, 'hex') as logo from team_brands where team_id = $team for update`,
);

const store = teamStatement(`
  insert into team_brands as b (team_id, color, logo, logo_hash) values ($team, $color, $logo, $hash)
  on conflict (team_id) do update set
    color = case when $sets_color::boolean then excluded.color else b.color end,
    logo = case when $sets_logo::boolean then excluded.logo else b.logo end,
    logo_hash = case when $sets_logo::boolean then excluded.logo_hash else b.logo_hash end,
    updated_at = excluded.updated_at
  returning color, encode(logo_hash, 'hex') as logo`);

const logoOfHash = teamStatement(
  `select logo from team_brands where team_id = $team and logo_hash = decode($hash::text, 'hex')`,
);

/** Logo with this hash (64 hex digits); undefined if the team has another one, or none. */
export async function findLogo(db: TeamDb, hash: string): Promise<Buffer | undefined> {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined;
  const [row] = await db.run(logoOfHash, { hash });
  return (row?.logo ?? undefined) as Buffer | undefined;
}

const encodedLogo = (text: string) =>
  encodeUploadedImage(text, { field: 'logo', shape: 'whole', maxBytes: maxLogoBytes });

const output = {
  kind: 'fields',
  name: 'Brand',
  fields: {
    color,
    logo: about(
      'The logo as a data URL; null without one.',
      kind(Type.String(), 'a data URL', 'text'),
    ),
  },
} as const;

const getBrand = operation({
  name: 'brand.get',
  id: 'getBrand',
  summary: 'Get the team’s brand',
  note: 'Shown to clients on approval pages.',
  allow: { user: 'member' },
  panel: { method: 'GET', path: '/brand', status: 200 },
  emits: [],
  input: {},
  output,
  one: 'team',
  run: async ({ db }) => (await db.run(read))[0]?.brand as object,
});

const image = kind(
  Type.String({ maxLength, pattern: '^[A-Za-z0-9+/]*={0,2}$', examples: ['UklGRg=='] }),
  `an image in base64, of at most ${maxLength} characters; empty to remove it`,
  'text',
);

const setBrand = operation({
  name: 'brand.update',
  id: 'updateBrand',
  summary: 'Change the team’s brand',
  note: 'Omitted fields stay as they are. An empty text removes the colour or the logo. The logo is stored with at most 480 pixels a side, without metadata.',
  allow: { user: 'admin' },
  panel: { method: 'PUT', path: '/brand', status: 200 },
  emits: [],
  input: {
    fields: {
      color: about(
        'The main colour; empty for the default.',
        patterned(/^(#[0-9a-f]{6})?$/, '# and 6 hex digits in lower case', '#2563eb', {
          format: 'colour',
        }),
      ),
      logo: about('A PNG, JPEG, GIF or WebP image in base64; empty to remove it.', image),
    },
  },
  output,
  one: 'team',
  async run({ db }, { values }) {
    const logo = values.logo ? await encodedLogo(values.logo) : null;
    const hash = logo && createHash('sha256').update(logo).digest();
    return db.transaction(async (tx) => {
      const [was] = await tx.run(before);
      const [is] = await tx.run(store, {
        color: values.color || null,
        sets_color: values.color !== null,
        logo,
        hash,
        sets_logo: values.logo !== null,
      });
      await recordAudit(tx, {
        type: 'teams',
        id: tx.id,
        before: { brand_color: was?.color ?? null, brand_logo: was?.logo ?? null },
        after: { brand_color: is?.color ?? null, brand_logo: is?.logo ?? null },
      });
      return (await tx.run(read))[0]?.brand as object;
    });
  },
});

export const brandOperations: readonly Operation[] = [getBrand, setBrand];
