import type { Mail } from '../../../outbound/mail.ts';

/** Who invites whom where. */
interface Invited {
  readonly team: string;
  readonly inviter: string;
  readonly link: string;
}

/** On one line: a name is no place to write a letter of one's own. */
const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 80);

/** The mail of an invitation; nobody knows yet which language its reader speaks. */
export function invitationMail({ team, inviter, link }: Invited): Pick<Mail, 'subject' | 'text'> {
  const [there, who] = [short(team), short(inviter)];
  return {
    subject: `Pauta: ${there}`,
    text: `${who} convidou você para a equipe ${there} na Pauta.
Para aceitar, abra este endereço (vale por 7 dias, uma vez):
${link}
Se você não esperava este convite, ignore esta mensagem.

${who} invited you to the team ${there} on Pauta.
To accept, open this address (valid for 7 days, once):
${link}
If you did not expect this, ignore this message.
`,
  };
}
