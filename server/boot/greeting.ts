/** Prints the greeting of the very first start: the only time that the key and the first owner's link are shown. */
export function greet(
  address: string | undefined,
  { team, apiKey }: { team: { name: string }; apiKey: string },
  isGiven: boolean,
  ownerLink?: string,
): void {
  const key = isGiven ? '$BOOTSTRAP_API_KEY' : apiKey;
  const lines = [
    '',
    ...(address === undefined ? [] : [`  Pauta is running at ${address}`]),
    `  Team      ${team.name}`,
    isGiven
      ? '  API key   the one in BOOTSTRAP_API_KEY'
      : `  API key   ${apiKey}   (shown only once; keep it)`,
    ...(ownerLink === undefined
      ? []
      : [
          `  Owner     ${ownerLink}`,
          '            (creates the first owner: once, within an hour)',
        ]),
    '',
    ...(address === undefined
      ? []
      : ['  Try it:', `  curl ${address}/v1/projects -H "Authorization: Bearer ${key}"`, '']),
    '',
  ];
  process.stdout.write(lines.join('\n'));
}
