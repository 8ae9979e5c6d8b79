import { plural } from '../plural.ts';
import type { ImportWords } from './pt-BR.ts';

const form = plural('en');

const states: ImportWords['states'] = {
  reading: 'Reading the file',
  read: 'Needs a destination',
  checking: 'Checking',
  checked: 'Checked, ready to import',
  applying: 'Importing',
  applied: 'Imported',
  stopped: 'Stopped',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'It didn’t work',
};

export const words: ImportWords = {
  about:
    'Bring in what your team has in other products, spreadsheets and phones. You check what comes in before anything is saved, and you can undo it for 24 hours.',
  upload: 'Upload a file',
  products:
    'A file from Trello, Pipedrive, RD Station, Google Contacts, WhatsApp or another product, or a spreadsheet',
  drop: 'Drop to upload',
  formats: 'CSV, Excel (.xlsx), vCard, JSON or a .zip from WhatsApp.',
  dropHint: 'You can also drop the file here.',
  choose: 'Choose a file',
  file: 'File to import',
  uploading: (p) => `Uploading: ${p.percent}`,
  latest: 'Latest imports',
  none: 'Nothing imported yet.',
  name: 'File',
  state: 'Status',
  by: 'Who',
  when: 'When',
  back: 'Imports',
  gone: 'This import no longer exists.',
  toMap: 'Needs its columns mapped',
  states,
  sources: {
    title: 'How to export from each product',
    about: 'Menus may differ a little between versions.',
    list: [
      {
        name: 'Trello',
        how: 'On the board, open the menu ··· › Print, export, and share › Export as JSON. Comments are included, but Trello only exports the latest 1,000 actions. Attachments come as links.',
      },
      {
        name: 'Pipedrive',
        how: 'In the list of deals, people or organizations, open the menu ··· › Export filter results, and choose CSV or Excel.',
      },
      {
        name: 'RD Station',
        how: 'In RD Station Marketing, open Leads, select the base and click Export. The CSV arrives by email.',
      },
      {
        name: 'Google Contacts',
        how: 'On contacts.google.com, click Export and choose Google CSV or vCard.',
      },
      {
        name: 'Kommo',
        how: 'In the list of leads or contacts, open the menu ··· › Export, and choose CSV or Excel.',
      },
      {
        name: 'HubSpot',
        how: 'In Contacts, click Export and choose CSV or XLSX. The file arrives by email.',
      },
      {
        name: 'Asana',
        how: 'In the project, click the arrow next to its name › Export or print › CSV.',
      },
      {
        name: 'ClickUp',
        how: 'In the list view, open the menu of the view › Export view, and choose CSV with all columns.',
      },
      {
        name: 'Teamwork',
        how: 'In the task list of the project, open the menu ··· › Export, and choose CSV or Excel.',
      },
      {
        name: 'Excel or Google Sheets',
        how: 'Save it as .xlsx or .csv, with a row for the names of the columns. Titles above it and totals at the end do no harm, and you choose the sheet.',
      },
      {
        name: 'Contacts of a phone (vCard)',
        how: 'On Android, open Contacts › Fix & manage › Export to file. On an iPhone, select the contacts and share the .vcf file.',
      },
      {
        name: 'WhatsApp',
        how: 'On the phone, open the chat, tap More › Export chat, and choose with or without media. The file can be a .txt or a .zip.',
      },
      {
        name: 'Pauta',
        how: 'Export any list as CSV, Excel or JSON Lines. The file can be imported again as it was, also into another installation.',
      },
    ],
  },
  contents: {
    title: 'What is in the file',
    period: 'Period',
    from: (p) => `${p.first} to ${p.last}`,
    messages: 'Messages',
    authors: 'Participants',
    files: 'Files',
    omitted: (p) => `${p.text} ${form(p.n, { one: 'was', other: 'were' })} left out of the export`,
    loose: 'Lines without a message',
  },
  destination: {
    title: 'Where it goes',
    inbox: 'Inbox of the number',
    inboxHint: 'The one of the number that your team wrote from.',
    noInbox: 'Create an inbox first: the messages need one.',
    toInboxes: 'Go to inboxes',
    ours: 'Who in this chat is on your team?',
    oursHint: 'The messages of these people appear on your team’s side.',
    author: (p) => `${p.name} (${p.text} ${form(p.n, { one: 'message', other: 'messages' })})`,
    phone: 'Phone number of the contact',
    phoneHint:
      'With the area code. If they already write to your team, the messages go into the same conversation.',
    group: 'Group',
    groupHint: 'A group appears here after the first message that this inbox receives from it.',
    noGroup: 'This inbox has no group conversations yet.',
    order: 'Order of the dates',
    orderHint: 'The file can be read in both ways. Choose the period that makes sense.',
    check: 'Check',
    checkAgain: 'Check again',
  },
  result: {
    title: 'Result',
    checkTitle: 'What will happen',
    progress: (p) => `${p.done} of ${p.total} messages`,
    created: 'New messages',
    present: 'Already here',
    deleted: 'Deleted by their authors',
    future: 'Dated in the future',
    files: 'Files',
    missing: 'Without their file',
    removed: 'Messages removed',
    kept: 'Kept, because they were answered',
    quiet: 'No one is notified, nothing counts as unread, and no automation runs.',
    apply: (p) => `Import ${p.text} ${form(p.n, { one: 'message', other: 'messages' })}`,
    nothingNew: 'There is nothing new in this file: all of its messages are in the conversation.',
    continue: 'Continue',
    stop: 'Stop',
    open: 'Open the conversation',
    undo: 'Undo',
    undoTitle: 'Undo this import?',
    undoAbout:
      'The messages and files that it brought in are removed. What was answered since stays.',
    undoUntil: 'You can undo it until',
  },
  reasons: {
    conversation_deleted: 'The conversation you chose no longer exists. Choose another one.',
    rights_lost:
      'The person who started it is no longer an admin of the team. Another admin can continue.',
    inbox_deleted: 'The inbox you chose no longer exists. Choose another one.',
    file_removed: 'The file was removed because the import was left unfinished. Upload it again.',
    unexpected: 'Something went wrong in the service. What came in is still here; try to continue.',
  },
  otherReason: 'The file could not be read.',
  line: (p) => `Line ${p.line}.`,
};
