import type { Mail } from '#server/outbound/mail.ts';

/*
 * Texts of mails, in the recipient's panel language, or in both languages if unknown. Portuguese uses the article "o Pauta".
 */

type Letter = Pick<Mail, 'subject' | 'text'>;

const languages = ['pt-BR', 'en'] as const;
type Language = (typeof languages)[number];

/** A mail in all languages. */
type Letters = Readonly<Record<Language, Letter>>;

const isLanguage = (locale: string | null): locale is Language =>
  languages.some((language) => language === locale);

/** @param locale of the recipient; null if unknown: the mail then contains both languages, Portuguese first */
function written(letters: Letters, locale: string | null): Letter {
  if (isLanguage(locale)) return letters[locale];
  return {
    subject: letters['pt-BR'].subject,
    text: languages.map((language) => letters[language].text).join('\n'),
  };
}

/** Shortens a name to one line, so that it cannot be abused to inject text. */
const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 80);

/** Team names on one line, at most five. */
const listOf = (teams: readonly string[]) => teams.slice(0, 5).map(short).join(', ');

/** Parameters of an invitation mail. */
interface Invited {
  readonly team: string;
  readonly inviter: string;
  readonly link: string;
}

export function invitationMail({ team, inviter, link }: Invited, locale: string | null): Letter {
  const [there, who] = [short(team), short(inviter)];
  const letters = {
    'pt-BR': {
      subject: `Pauta: ${there}`,
      text: `${who} convidou você para a equipe ${there} no Pauta.
Para aceitar, abra este endereço (vale por 7 dias, uma única vez):
${link}
Se você não esperava este convite, ignore esta mensagem.
`,
    },
    en: {
      subject: `Pauta: ${there}`,
      text: `${who} invited you to the team ${there} on Pauta.
To accept, open this address (valid for 7 days, once):
${link}
If you did not expect this, ignore this message.
`,
    },
  };
  return written(letters, locale);
}

/** @param teams names of the account's teams, as several accounts may share the address */
export const resetMail = (
  { link, teams }: { readonly link: string; readonly teams: readonly string[] },
  locale: string | null,
): Letter =>
  written(
    {
      'pt-BR': {
        subject: 'Pauta: nova senha',
        text: `${teams.length > 0 ? `Conta das equipes: ${listOf(teams)}\n` : ''}Para criar uma nova senha no Pauta, abra este endereço (vale por 60 minutos, uma única vez):
${link}
Se não foi você quem pediu, ignore esta mensagem.
`,
      },
      en: {
        subject: 'Pauta: new password',
        text: `${teams.length > 0 ? `Account in the teams: ${listOf(teams)}\n` : ''}To choose a new password for Pauta, open this address (valid for 60 minutes, once):
${link}
If you did not ask for it, ignore this message.
`,
      },
    },
    locale,
  );

/** Mail to the new address, to confirm it. */
export const confirmationMail = (link: string, locale: string | null): Letter =>
  written(
    {
      'pt-BR': {
        subject: 'Pauta: confirme seu e-mail',
        text: `Para confirmar este e-mail na sua conta do Pauta, abra este endereço (vale por 60 minutos):
${link}
`,
      },
      en: {
        subject: 'Pauta: confirm your e-mail address',
        text: `To confirm this address for your Pauta account, open this link (valid for 60 minutes):
${link}
`,
      },
    },
    locale,
  );

/** Mail to the previous address. */
export const emailChangeMail = (to: string, locale: string | null): Letter =>
  written(
    {
      'pt-BR': {
        subject: 'Pauta: seu e-mail vai mudar',
        text: `O e-mail da sua conta no Pauta vai mudar para ${to}. Se não foi você, troque sua senha.
`,
      },
      en: {
        subject: 'Pauta: your e-mail address will change',
        text: `The address of your Pauta account is about to change to ${to}. If this was not you, change your password.
`,
      },
    },
    locale,
  );
