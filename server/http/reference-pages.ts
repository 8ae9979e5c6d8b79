import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import reference from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { type Asset, packed } from './assets.ts';
import { iconPath } from './icon.ts';

/*
 * The interactive reference, made in a process of its own: its program is 4 MB of text, and reading and packing it takes more time and memory
 * than a process that serves has to spare. What is made is told to the process that asked, and this one ends.
 */

/** The page, with the headers that go with it, and the program that it loads. */
export interface ReferencePages {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly program: Asset;
}

/** @param programPath where the program is served */
async function makePages(programPath: string): Promise<ReferencePages> {
  const pages = fastify();
  // The page is the same for everyone and shows nothing that users wrote: one nonce a process will do.
  const nonce = randomBytes(16).toString('base64');
  await pages.register(helmet, {
    // Whether this host is to be reached by https only is for its operator to say.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", `'nonce-${nonce}'`],
        // Scalar writes its styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:'],
        upgradeInsecureRequests: null,
      },
    },
  });
  await pages.register(reference, {
    routePrefix: '/reference',
    configuration: {
      url: '/api/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      // What would lead to other hosts.
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      pageTitle: 'Pauta API',
      nonce,
    },
  });
  const [page, program] = [await pages.inject('/reference/'), await pages.inject(programPath)];
  const { connection: _c, date: _d, 'content-length': _l, ...headers } = page.headers;
  return {
    html: page.payload.replace(
      '<head>',
      `<head><link rel="icon" type="image/svg+xml" href="${iconPath}">`,
    ),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    program: await packed(program.rawPayload, String(program.headers['content-type'])),
  };
}

const [, , programPath = ''] = process.argv;
process.send?.(await makePages(programPath), () => process.disconnect());
