import { fileURLToPath } from 'node:url';
import { type Check, must } from '../check.ts';

/*
 * The inspector of the Model Context Protocol as a client: it detects constructs in the schemas of tools that models and their providers
 * reject.
 */

export const title = '@modelcontextprotocol/inspector --cli --strict';

const program = fileURLToPath(new URL('../../../bin/pauta.js', import.meta.url));

interface Listed {
  readonly tools: readonly { readonly name: string }[];
}
interface Called {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
}
interface Records {
  readonly records: readonly { readonly id: string; readonly column?: string }[];
}

export const check: Check = async ({ origin, key, env, run }) => {
  const overHttp = [
    `${origin}/mcp`,
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${key}`,
  ];
  // A program gets nothing of the inspector's environment except the given variables.
  const variables = Object.entries({ ...env, PAUTA_API_KEY: key });
  const overStdio = [
    ...variables.flatMap(([name, value]) => ['-e', `${name}=${value}`]),
    ...[process.execPath, program, 'mcp'],
  ];
  const inspect = async <T>(target: readonly string[], method: string, ...words: string[]) => {
    const args = ['--cli', ...target, '--method', method, ...words];
    const { stdout, stderr } = await run('mcp-inspector', args);
    return { answer: JSON.parse(stdout) as T, stderr };
  };
  const call = async <T>(tool: string, ...args: string[]): Promise<T> => {
    const words = args.flatMap((each) => ['--tool-arg', each]);
    const { answer } = await inspect<Called>(overHttp, 'tools/call', '--tool-name', tool, ...words);
    const text = answer.content[0]?.text ?? '';
    must(answer.isError !== true, `${tool} ${args.join(' ')}: ${text}`);
    return JSON.parse(text) as T;
  };

  const [http, stdio] = await Promise.all([
    inspect<Listed>(overHttp, 'tools/list', '--strict'),
    inspect<Listed>(overStdio, 'tools/list', '--strict'),
  ]);
  for (const { stderr } of [http, stdio])
    must(!/warning|error|portab/i.test(stderr), `the schemas of tools: ${stderr}`);
  const names = http.answer.tools.map(({ name }) => name);
  must(names.length >= 15 && names.length <= 28, `there are ${names.length} tools`);
  must(
    names.join() === stdio.answer.tools.map(({ name }) => name).join(),
    'pauta mcp has other tools than POST /mcp',
  );

  // Moves a deal through the phases, as an agent would.
  const { records } = await call<Records>('list_deals', 'phase=proposta', 'limit=1');
  const id = records[0]?.id ?? '';
  await call('update_record', 'kind=deals', `id=${id}`, 'changes={"phase":"negociacao"}');
  const deal = await call<{ readonly phase: string }>('get_record', 'kind=deals', `id=${id}`);
  must(deal.phase === 'negociacao', `the deal is in ${deal.phase}`);
  return `${names.length} tools over HTTP and stdio, 0 warnings; a deal moved on`;
};
