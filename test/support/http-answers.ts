/* HTTP answers as received over a socket. */

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Answers in the received bytes, without interim ones (100).
 * @throws Error if they are not well-formed HTTP from the first byte to the last
 */
export function answersIn(bytes: Buffer, isHead = false): HttpAnswer[] {
  const answers: HttpAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) throw new Error(`no end of headers: ${rest}`);
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) [\w' -]+$/.exec(first)?.[1]);
    if (Number.isNaN(status)) throw new Error(`no status line: ${first}`);
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): ?([^\r\n]*)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`no header: ${line}`);
      headers[name.toLowerCase()] = value;
    }
    rest = rest.subarray(end + 4);
    if (status === 100) continue;
    const length = isHead ? 0 : Number(headers['content-length'] ?? 0);
    if (rest.length < length) throw new Error(`half an answer: ${first}`);
    answers.push({ status, headers, body: rest.subarray(0, length).toString() });
    rest = rest.subarray(length);
  }
  return answers;
}
