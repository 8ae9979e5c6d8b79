import type { ShownReport } from '#server/features/client-reports/page-data.ts';
import { type BrandStyle, brandStyle } from '../approval/brand-style.ts';
import { type Html, html, type Part } from '../html.ts';
import { iconPath } from '../icon.ts';
import { style } from './style.ts';
import type { ReportTexts } from './texts.ts';

/* Report page of a client, rendered on the server. It loads nothing but its logo, and prints as it is. */

interface Frame {
  readonly texts: ReportTexts;
  /** Path of the script. */
  readonly script: string;
}

/** A page, and the style that its Content-Security-Policy must allow in addition. */
export interface ReportPage {
  readonly text: string;
  readonly brand: BrandStyle | undefined;
}

/** Formats in the language of the reader and the time zone of the team. */
function formatsOf({ lang }: ReportTexts, timeZone: string) {
  const number = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
  const money = new Intl.NumberFormat(lang, { style: 'currency', currency: 'BRL' });
  const percent = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 0 });
  const inZone = (options: Intl.DateTimeFormatOptions, zone = 'UTC') =>
    new Intl.DateTimeFormat(lang, { ...options, timeZone: zone });
  const long = inZone({ dateStyle: 'long' });
  const brief = inZone({ day: 'numeric', month: 'short' });
  const moment = inZone({ dateStyle: 'long', timeStyle: 'short' }, timeZone);
  const atNoon = (day: string) => new Date(`${day}T12:00:00Z`);
  return {
    number: (value: number) => number.format(value),
    hours: (minutes: number) => `${number.format(minutes / 60)} h`,
    money: (value: number | null) => (value === null ? '–' : money.format(value)),
    percent: (value: number) => percent.format(value),
    day: (day: string) => long.format(atNoon(day)),
    briefDay: (day: string) => brief.format(atNoon(day)),
    moment: (at: Date) => moment.format(at),
  };
}

type Formats = ReturnType<typeof formatsOf>;

/** A table that scrolls on phones, also by keyboard. @param name accessible name of the part that scrolls */
const table = (name: string, head: readonly Part[], rows: readonly Html[], foot?: Part): Html =>
  html`<div class="wide" role="group" aria-label="${name}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody>${
    foot !== undefined && html`<tfoot>${foot}</tfoot>`
  }</table></div>`;

const th = (text: string) => html`<th scope="col">${text}</th>`;
const thNumber = (text: string) => html`<th scope="col" class="n">${text}</th>`;

/** Header and cells of the days of a record, which are a column on wide screens and a second line of the record's name on phones. */
const thDays = (text: string) => html`<th scope="col" class="apart">${text}</th>`;
const named = (name: string, days: string) =>
  html`<th scope="row">${name}<span class="under">${days}</span></th><td class="day apart">${days}</td>`;

const muted = (text: string) => html`<p class="muted">${text}</p>`;

function numbers(report: ShownReport, texts: ReportTexts, formats: Formats): Html {
  const { tasks_done, hours, campaigns, decisions } = report;
  const entries: readonly (readonly [value: string, name: string])[] = [
    ...(tasks_done === null ? [] : [[formats.number(tasks_done), texts.tasksDone] as const]),
    ...(hours === null
      ? []
      : [
          [
            formats.hours(hours.reduce((sum, { minutes }) => sum + minutes, 0)),
            texts.hoursSpent,
          ] as const,
        ]),
    [formats.number(campaigns.length), texts.campaignsShown],
    [formats.number(decisions.approved), texts.approvals],
  ];
  return html`<ul class="numbers">${entries.map(
    ([value, name]) => html`<li><strong>${value}</strong><span>${name}</span></li>`,
  )}</ul>`;
}

function tasks(
  { tasks_done, tasks: latest }: ShownReport,
  texts: ReportTexts,
  formats: Formats,
): Part {
  if (tasks_done === null) return null;
  const projects = [...new Set(latest.map(({ project }) => project))];
  return html`<article><h2>${texts.done}</h2>${
    latest.length === 0
      ? muted(texts.noTasks)
      : [
          tasks_done > latest.length && muted(texts.more(latest.length, tasks_done)),
          ...projects.map(
            (project) =>
              html`<h3>${project}</h3>${table(
                project,
                [th(texts.task), thNumber(texts.day)],
                latest
                  .filter((task) => task.project === project)
                  .map(
                    ({ title, completed_on }) =>
                      html`<tr><th scope="row">${title}</th><td class="n day">${formats.briefDay(completed_on)}</td></tr>`,
                  ),
              )}`,
          ),
        ]
  }</article>`;
}

/** Bar of the used hours against those of the contract. */
function bar(used: number, available: number): Html {
  const most = Math.max(used, available, 1);
  const share = (value: number) =>
    `${Math.min(100, Math.max(0, (value / most) * 100)).toFixed(2)}%`;
  return html`<svg class="bar" aria-hidden="true"><rect width="100%" height="10" rx="5"/><rect class="used" width="${share(
    Math.min(used, available),
  )}" height="10" rx="5"/>${
    used > available &&
    html`<rect class="over" x="${share(available)}" width="${share(used - available)}" height="10" rx="5"/>`
  }</svg>`;
}

function contracts({ contracts: all }: ShownReport, texts: ReportTexts, formats: Formats): Part {
  return all.flatMap(({ title, periods }) =>
    periods.map((period) => {
      const { included_minutes, carried_minutes, used_minutes, left_minutes, overage_minutes } =
        period;
      const available = included_minutes + carried_minutes;
      const when = `${formats.briefDay(period.starts_on)}${
        period.ends_on === null ? '' : ` ${texts.until} ${formats.briefDay(period.ends_on)}`
      }`;
      return html`<div class="contract"><h3>${title} · ${when}</h3>
<p><strong>${formats.hours(used_minutes)}</strong>${
        available > 0 &&
        html` / ${formats.hours(available)} (${formats.percent(used_minutes / available)})`
      }</p>${available > 0 && bar(used_minutes, available)}
<p class="muted">${texts.included}: ${formats.hours(included_minutes)}${
        carried_minutes > 0 && html` · ${texts.carried}: ${formats.hours(carried_minutes)}`
      }${available > 0 && html` · ${texts.left}: ${formats.hours(left_minutes)}`}${
        overage_minutes > 0 &&
        html` · <span class="flag">${texts.over}: ${formats.hours(overage_minutes)}</span>`
      }</p></div>`;
    }),
  );
}

function hours(report: ShownReport, texts: ReportTexts, formats: Formats): Part {
  if (report.hours === null) return null;
  const total = report.hours.reduce((sum, { minutes }) => sum + minutes, 0);
  return html`<article><h2>${texts.hours}</h2>${contracts(report, texts, formats)}${
    report.hours.length === 0
      ? muted(texts.noHours)
      : table(
          texts.hours,
          [th(texts.project), thNumber(texts.hours)],
          report.hours.map(
            ({ project, minutes }) =>
              html`<tr><th scope="row">${project ?? texts.noProject}</th><td class="n">${formats.hours(minutes)}</td></tr>`,
          ),
          html`<tr><th scope="row">${texts.total}</th><td class="n">${formats.hours(total)}</td></tr>`,
        )
  }</article>`;
}

function campaigns(report: ShownReport, texts: ReportTexts, formats: Formats): Html {
  const { approved, changes, rejected } = report.decisions;
  const period = (start: string | null, end: string | null) =>
    [start, end]
      .filter((day) => day !== null)
      .map(formats.briefDay)
      .join(` ${texts.until} `);
  return html`<article><h2>${texts.campaigns}</h2>${
    approved + changes + rejected > 0 &&
    html`<p>${texts.decisions(approved, changes, rejected)}</p>`
  }${
    report.campaigns.length === 0
      ? muted(texts.noCampaigns)
      : table(
          texts.campaigns,
          [th(texts.campaign), thDays(texts.ofPeriod), th(texts.state), th(texts.approval)],
          report.campaigns.map(
            ({ name, start_date, end_date, status, answer }) =>
              html`<tr>${named(name, period(start_date, end_date))}<td>${
                texts.statuses[status] ?? status
              }</td><td>${answer === null ? '–' : texts.answers[answer]}</td></tr>`,
          ),
        )
  }</article>`;
}

function amounts({ amounts: all }: ShownReport, texts: ReportTexts, formats: Formats): Part {
  if (all === null) return null;
  const total = all.reduce((sum, each) => sum + each.total, 0);
  return html`<article><h2>${texts.amounts}</h2>${
    all.length === 0
      ? muted(texts.noAmounts)
      : table(
          texts.amounts,
          [
            th(texts.contract),
            thDays(texts.ofPeriod),
            thNumber(texts.amount),
            thNumber(texts.overage),
            thNumber(texts.total),
          ],
          all.map(
            (each) =>
              html`<tr>${named(
                each.title,
                `${formats.briefDay(each.starts_on)} ${texts.until} ${formats.briefDay(each.ends_on)}`,
              )}<td class="n">${formats.money(each.value)}</td><td class="n">${formats.money(
                each.overage_value,
              )}</td><td class="n">${formats.money(each.total)}</td></tr>`,
          ),
          html`<tr><th scope="row">${texts.total}</th><td class="apart"></td><td></td><td></td><td class="n">${formats.money(total)}</td></tr>`,
        )
  }</article>`;
}

/** Renders the report of a link. @param logo address of the team's logo */
export function reportPage(
  { texts, script }: Frame,
  report: ShownReport,
  logo: string | undefined,
): ReportPage {
  const formats = formatsOf(texts, report.time_zone);
  const brand = report.brand?.color ? brandStyle(report.brand.color) : undefined;
  const title = texts.title(report.client);
  const head =
    html`<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow,noarchive"><meta name="referrer" content="no-referrer">
<title>${title}</title><link rel="icon" type="image/svg+xml" href="${iconPath}">
<meta property="og:title" content="${report.team}"><meta property="og:description" content="${texts.description}">
<meta name="description" content="${texts.description}">`.text;
  const body = html`<div class="edge"></div><header>${
    logo !== undefined && html`<img class="logo" src="${logo}" alt="${report.team}">`
  }<p class="muted">${report.team}</p>
<div class="head"><h1>${report.client}<span class="period">${formats.day(report.starts_on)} ${texts.until} ${formats.day(
    report.ends_on,
  )}</span></h1><button type="button" class="print" hidden>${texts.print}</button></div>
${numbers(report, texts, formats)}</header>
<main>${tasks(report, texts, formats)}${hours(report, texts, formats)}${campaigns(report, texts, formats)}${amounts(
    report,
    texts,
    formats,
  )}</main>
<footer><p>${texts.updated(formats.moment(new Date()))} ${texts.holds(formats.moment(new Date(report.expires_at)))}</p></footer>`;
  const branded = brand === undefined ? '' : `<style>${brand.text}</style>`;
  const text = `<!doctype html>
<html lang="${texts.lang}"><head>${head}<style>${style}</style>${branded}<script defer src="${script}"></script></head><body>${body.text}</body></html>\n`;
  return { text, brand };
}
