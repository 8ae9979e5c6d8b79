/* Ready-made prompts for users of agents. Each names the tools to use and their purpose; it contains none of the team's data. */

interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string }[];
  text(given: Readonly<Record<string, string>>): string;
}

const inLanguage = (language: string | undefined) =>
  language ? `Write in ${language}.` : 'Write in the language that the records are in.';

const language = {
  name: 'language',
  description: 'For example Portuguese; that of the records when absent',
};

export const prompts: readonly Prompt[] = [
  {
    name: 'daily_briefing',
    title: 'Daily briefing',
    description: 'What is late, what stands still and what happened since yesterday.',
    arguments: [
      {
        name: 'user',
        description: 'Name of the person that it is for; the whole team when absent',
      },
      language,
    ],
    text: ({ user, language }) =>
      [
        user
          ? `Write the daily briefing for ${user}. Find their id first (list_records, kind users), and keep to what is theirs.`
          : 'Write the daily briefing for the whole team.',
        'Use overdue for what is late, pipeline_summary for deals that need attention, list_tasks with due_from and due_to for what is due today (pipeline_summary tells which day it is for the team), and list_events from yesterday on for what happened.',
        'At most one screen: first the three things that matter most and why, then what is late, what is due today, what happened. Name records by their titles, with who is responsible and since when. Leave out what is empty. Change nothing.',
        inLanguage(language),
      ].join('\n\n'),
  },
  {
    name: 'stalled_deals',
    title: 'Stalled deals',
    description: 'Deals that stand still, why, and a next step for each.',
    arguments: [{ name: 'user', description: 'Only deals of this person' }, language],
    text: ({ user, language }) =>
      [
        `Find the deals that stand still${user ? ` of ${user} (list_records, kind users, has the id for responsible_id)` : ''} with pipeline_summary. For the five that are worth most read get_record, their open activities (list_records, kind activities, filters deal_id) and the last messages with the client where there is a conversation.`,
        'For each say in two sentences where it stands and why, and propose one next step with a day and a person. List the others in a line each.',
        'Propose, do not act: create an activity or send a message only for those that the person you work for agrees to.',
        inLanguage(language),
      ].join('\n\n'),
  },
];
