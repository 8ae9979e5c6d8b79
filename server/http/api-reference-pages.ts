import { randomBytes } from 'node:crypto';
import helmet from '@fastify/helmet';
import reference from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { type Asset, packed } from './assets.ts';
import { iconPath } from './icon.ts';

/*
 * Builds the interactive API reference in a separate process: its script is 4 MB of text, and reading and compressing it needs
 * more time and memory than a serving process can spare. The result is sent to the parent process, and this one exits.
 */

/** The page with its headers, and the script that it loads. */
export interface ReferencePages {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly program: Asset;
}

/** @param programPath path of the script */
async function makePages(programPath: string): Promise<ReferencePages> {
  const pages = fastify();
  // The page is identical for everyone and contains no user content: one nonce per process is sufficient.
  const nonce = randomBytes(16).toString('base64');
  await pages.register(helmet, {
    // The operator decides whether this host requires https.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", `'nonce-${nonce}'`],
        // Scalar adds inline styles.
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
      // Disables features that would contact other hosts.
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
