import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';

/*
 * Separate program, run once per mail, because the parser works for minutes on a mail of many lines. Reads the mail from standard input and writes
 * its parts to standard output: each a letter (Text, Html, Attachment), its length in four bytes, and its bytes. Exits with status 4 if the mail is
 * damaged.
 */

// Makes this process the first candidate of the OOM killer.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not on Linux.
}

const write = (letter: 'T' | 'H' | 'A', bytes: Uint8Array): Promise<void> => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return new Promise((resolve, reject) => {
    process.stdout.write(Buffer.concat([Buffer.from(letter), length, bytes]), (error) =>
      error ? reject(error) : resolve(),
    );
  });
};

try {
  const mail = await PostalMime.parse(await buffer(process.stdin));
  const headers = mail.headers.map(({ key, value }) => `${key}: ${value}`);
  const addresses = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])];
  const names = addresses.map((each) => `${each?.name ?? ''} <${each?.address ?? ''}>`);
  const text = [...headers, mail.subject, ...names, mail.text].join('\n');
  await write('T', Buffer.from(text));
  if (mail.html !== undefined) await write('H', Buffer.from(mail.html));
  for (const { content } of mail.attachments)
    await write('A', typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content));
  process.exit(0);
} catch {
  process.exit(4);
}
