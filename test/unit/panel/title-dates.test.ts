import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTitleDate } from '#panel/parts/quick-date.ts';
import { addDays, formatDay } from '#panel/ui/calendar/days.ts';
import { writeDate } from '#panel/ui/date/parse-date.ts';

/* Dates that people type in titles, in both languages, and titles that only look as if they had one. Today is Tuesday, 24 November 2026. */

const today = '2026-11-24';
const read = (locale: string, title: string, refused?: string) =>
  parseTitleDate(title, { today, locale }, refused);

/** Lines of `title | day | time | title without the date`, the last two if there is a time or another order. */
const rowsOf = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' | '));

/** Phrases that follow a title: `phrase | day | time`. */
const portuguese = rowsOf(`
  hoje | 2026-11-24
  para hoje | 2026-11-24
  até hoje | 2026-11-24
  hoje às 18h | 2026-11-24 | 18:00
  hoje 18h30 | 2026-11-24 | 18:30
  hoje às 18:45 | 2026-11-24 | 18:45
  hoje ao meio-dia | 2026-11-24 | 12:00
  hoje à noite | 2026-11-24
  amanhã | 2026-11-25
  amanha | 2026-11-25
  Amanhã | 2026-11-25
  AMANHÃ | 2026-11-25
  amanhã. | 2026-11-25
  amanhã! | 2026-11-25
  pra amanhã | 2026-11-25
  para amanhã | 2026-11-25
  até amanhã | 2026-11-25
  amanhã 9h | 2026-11-25 | 09:00
  amanhã às 9 | 2026-11-25 | 09:00
  amanhã às 9h | 2026-11-25 | 09:00
  amanhã às 9:30 | 2026-11-25 | 09:30
  amanhã as 9h30 | 2026-11-25 | 09:30
  amanhã, às 9h30 | 2026-11-25 | 09:30
  amanhã 9h30min | 2026-11-25 | 09:30
  amanhã 9 horas | 2026-11-25 | 09:00
  amanhã às 9 h | 2026-11-25 | 09:00
  amanhã 15hs | 2026-11-25 | 15:00
  amanhã à meia-noite | 2026-11-25 | 00:00
  amanhã ao meio dia | 2026-11-25 | 12:00
  amanhã de manhã | 2026-11-25
  amanhã à tarde | 2026-11-25
  amanhã das 14h às 16h | 2026-11-25
  amanhã 14h-16h | 2026-11-25
  às 9h de amanhã | 2026-11-25 | 09:00
  às 9h amanhã | 2026-11-25 | 09:00
  depois de amanhã | 2026-11-26
  depois de amanhã às 10h | 2026-11-26 | 10:00
  até depois de amanhã | 2026-11-26
  segunda | 2026-11-30
  segunda-feira | 2026-11-30
  segunda feira | 2026-11-30
  na segunda | 2026-11-30
  até a segunda | 2026-11-30
  próxima segunda | 2026-11-30
  segunda que vem | 2026-11-30
  segunda-feira que vem | 2026-11-30
  terça | 2026-12-01
  terca | 2026-12-01
  na terça-feira | 2026-12-01
  terça 8h | 2026-12-01 | 08:00
  quarta | 2026-11-25
  na quarta | 2026-11-25
  quarta às 11h15 | 2026-11-25 | 11:15
  quinta | 2026-11-26
  quinta-feira às 16h | 2026-11-26 | 16:00
  até quinta | 2026-11-26
  sexta | 2026-11-27
  Sexta | 2026-11-27
  até sexta | 2026-11-27
  nesta sexta | 2026-11-27
  próxima sexta | 2026-11-27
  proxima sexta-feira | 2026-11-27
  sexta que vem | 2026-11-27
  sexta 15h | 2026-11-27 | 15:00
  sexta às 15h | 2026-11-27 | 15:00
  sexta, 15h | 2026-11-27 | 15:00
  sexta-feira, 15h30 | 2026-11-27 | 15:30
  sexta às 15 | 2026-11-27 | 15:00
  sexta 3pm | 2026-11-27 | 15:00
  sexta à tarde | 2026-11-27
  15h sexta | 2026-11-27 | 15:00
  às 15h na sexta | 2026-11-27 | 15:00
  às 15h de sexta | 2026-11-27 | 15:00
  sex 15h | 2026-11-27 | 15:00
  sex. 15h | 2026-11-27 | 15:00
  na sex | 2026-11-27
  até sex | 2026-11-27
  seg 10h | 2026-11-30 | 10:00
  qua às 9h | 2026-11-25 | 09:00
  qui 9:00 | 2026-11-26 | 09:00
  sáb 10h | 2026-11-28 | 10:00
  dom 20h | 2026-11-29 | 20:00
  sábado | 2026-11-28
  no sábado | 2026-11-28
  próximo sábado | 2026-11-28
  sabado às 9h | 2026-11-28 | 09:00
  domingo | 2026-11-29
  no domingo à noite | 2026-11-29
  semana que vem | 2026-11-30
  na semana que vem | 2026-11-30
  próxima semana | 2026-11-30
  na próxima semana | 2026-11-30
  no mês que vem | 2026-12-01
  no próximo mês | 2026-12-01
  até o fim do mês | 2026-11-30
  no final do mês | 2026-11-30
  daqui a 3 dias | 2026-11-27
  daqui 3 dias | 2026-11-27
  em 3 dias | 2026-11-27
  em três dias | 2026-11-27
  dentro de 10 dias | 2026-12-04
  em 1 dia | 2026-11-25
  em um dia | 2026-11-25
  em 3 dias às 10h | 2026-11-27 | 10:00
  em uma semana | 2026-12-01
  em 1 semana | 2026-12-01
  daqui a uma semana | 2026-12-01
  em duas semanas | 2026-12-08
  em 2 semanas | 2026-12-08
  daqui a 2 semanas | 2026-12-08
  em um mês | 2026-12-24
  em 2 meses | 2027-01-24
  daqui a três meses | 2027-02-24
  15/12 | 2026-12-15
  dia 15/12 | 2026-12-15
  em 15/12 | 2026-12-15
  até 15/12 | 2026-12-15
  até o dia 15/12 | 2026-12-15
  15/12/2026 | 2026-12-15
  15/12/26 | 2026-12-15
  15/12/2027 | 2027-12-15
  1/12 | 2026-12-01
  01/12 | 2026-12-01
  01/02 | 2027-02-01
  5/3 | 2027-03-05
  23/11 | 2027-11-23
  24/11 | 2026-11-24
  29/02 | 2028-02-29
  em 1/2 | 2027-02-01
  15/12 às 9h | 2026-12-15 | 09:00
  15/12 9:30 | 2026-12-15 | 09:30
  15/12/2026 14:05 | 2026-12-15 | 14:05
  às 9h de 15/12 | 2026-12-15 | 09:00
  sexta, 27/11 | 2026-11-27
  sexta-feira, 27/11/2026 | 2026-11-27
  2026-12-15 | 2026-12-15
  2026-12-15 14:05 | 2026-12-15 | 14:05
  15 de dezembro | 2026-12-15
  15 dezembro | 2026-12-15
  15 dez | 2026-12-15
  15 dez. | 2026-12-15
  15 de dez. | 2026-12-15
  em 15 de dezembro | 2026-12-15
  até 15 de dezembro | 2026-12-15
  dia 15 de dezembro | 2026-12-15
  no dia 15 de dezembro | 2026-12-15
  15 de dezembro de 2026 | 2026-12-15
  15 de dezembro de 2027 | 2027-12-15
  15 de dez. de 2027 | 2027-12-15
  15 de dezembro às 10h | 2026-12-15 | 10:00
  15 dez 10h | 2026-12-15 | 10:00
  sexta-feira, 27 de novembro | 2026-11-27
  sexta-feira, 27 de novembro de 2026 | 2026-11-27
  sex., 27 de nov. | 2026-11-27
  1º de março | 2027-03-01
  1o de março | 2027-03-01
  3 de março de 2028 | 2028-03-03
  5 set | 2027-09-05
  10 out | 2027-10-10
  dia 15 | 2026-12-15
  dia 25 | 2026-11-25
  dia 24 | 2026-11-24
  no dia 15 | 2026-12-15
  até o dia 15 | 2026-12-15
  até dia 30 | 2026-11-30
  dia 15 às 14h | 2026-12-15 | 14:00
  dia 1º | 2026-12-01
`);

const english = rowsOf(`
  today | 2026-11-24
  for today | 2026-11-24
  by today | 2026-11-24
  today at 6pm | 2026-11-24 | 18:00
  today 6:30pm | 2026-11-24 | 18:30
  today at 18:45 | 2026-11-24 | 18:45
  today at noon | 2026-11-24 | 12:00
  tomorrow | 2026-11-25
  Tomorrow | 2026-11-25
  TOMORROW | 2026-11-25
  tomorrow. | 2026-11-25
  tomorrow! | 2026-11-25
  by tomorrow | 2026-11-25
  for tomorrow | 2026-11-25
  due tomorrow | 2026-11-25
  until tomorrow | 2026-11-25
  tomorrow 9am | 2026-11-25 | 09:00
  tomorrow 9 am | 2026-11-25 | 09:00
  tomorrow at 9 | 2026-11-25 | 09:00
  tomorrow at 9am | 2026-11-25 | 09:00
  tomorrow at 9 a.m. | 2026-11-25 | 09:00
  tomorrow at 9:30 | 2026-11-25 | 09:30
  tomorrow at 9:30 AM | 2026-11-25 | 09:30
  tomorrow at 9:30 p.m. | 2026-11-25 | 21:30
  tomorrow, at 9:30 | 2026-11-25 | 09:30
  tomorrow 15:00 | 2026-11-25 | 15:00
  tomorrow @ 15:00 | 2026-11-25 | 15:00
  tomorrow at midnight | 2026-11-25 | 00:00
  tomorrow 12am | 2026-11-25 | 00:00
  tomorrow 12pm | 2026-11-25 | 12:00
  tomorrow morning | 2026-11-25
  tomorrow in the afternoon | 2026-11-25
  tomorrow at night | 2026-11-25
  tomorrow from 2pm to 4pm | 2026-11-25
  tomorrow 2pm-4pm | 2026-11-25
  at 9am tomorrow | 2026-11-25 | 09:00
  9am tomorrow | 2026-11-25 | 09:00
  day after tomorrow | 2026-11-26
  the day after tomorrow | 2026-11-26
  day after tomorrow at 10am | 2026-11-26 | 10:00
  monday | 2026-11-30
  Monday | 2026-11-30
  on monday | 2026-11-30
  by Monday | 2026-11-30
  next monday | 2026-11-30
  this monday | 2026-11-30
  monday 9am | 2026-11-30 | 09:00
  tuesday | 2026-12-01
  on Tuesday | 2026-12-01
  tuesday at 8 | 2026-12-01 | 08:00
  wednesday | 2026-11-25
  next wednesday | 2026-11-25
  Wednesday 11:15 | 2026-11-25 | 11:15
  thursday | 2026-11-26
  by thursday | 2026-11-26
  thursday at 4pm | 2026-11-26 | 16:00
  friday | 2026-11-27
  Friday | 2026-11-27
  on Friday | 2026-11-27
  by friday | 2026-11-27
  until Friday | 2026-11-27
  before friday | 2026-11-27
  for friday | 2026-11-27
  this friday | 2026-11-27
  next friday | 2026-11-27
  next friday 3pm | 2026-11-27 | 15:00
  next friday at 3:30pm | 2026-11-27 | 15:30
  friday 3pm | 2026-11-27 | 15:00
  friday, 3pm | 2026-11-27 | 15:00
  friday 3 pm | 2026-11-27 | 15:00
  on Friday at 3pm | 2026-11-27 | 15:00
  friday at 15:00 | 2026-11-27 | 15:00
  friday at 15h | 2026-11-27 | 15:00
  friday at 3 | 2026-11-27 | 03:00
  friday morning | 2026-11-27
  3pm friday | 2026-11-27 | 15:00
  3pm on friday | 2026-11-27 | 15:00
  at 3pm on Friday | 2026-11-27 | 15:00
  fri 3pm | 2026-11-27 | 15:00
  fri. 3pm | 2026-11-27 | 15:00
  on fri | 2026-11-27
  by fri | 2026-11-27
  mon 10am | 2026-11-30 | 10:00
  tue at 9am | 2026-12-01 | 09:00
  tues 9am | 2026-12-01 | 09:00
  wed 9:00 | 2026-11-25 | 09:00
  thu 9:00 | 2026-11-26 | 09:00
  thurs 9:00 | 2026-11-26 | 09:00
  sat 10am | 2026-11-28 | 10:00
  sun 8pm | 2026-11-29 | 20:00
  saturday | 2026-11-28
  on saturday | 2026-11-28
  next saturday | 2026-11-28
  saturday at 9am | 2026-11-28 | 09:00
  sunday | 2026-11-29
  on sunday evening | 2026-11-29
  next week | 2026-11-30
  before next month | 2026-12-01
  by next month | 2026-12-01
  by the end of the month | 2026-11-30
  by end of month | 2026-11-30
  in 3 days | 2026-11-27
  in three days | 2026-11-27
  in 10 days | 2026-12-04
  in 1 day | 2026-11-25
  in a day | 2026-11-25
  in one day | 2026-11-25
  in 3 days at 10am | 2026-11-27 | 10:00
  3 days from now | 2026-11-27
  two days from today | 2026-11-26
  in a week | 2026-12-01
  in 1 week | 2026-12-01
  in one week | 2026-12-01
  a week from now | 2026-12-01
  in two weeks | 2026-12-08
  in 2 weeks | 2026-12-08
  2 weeks from now | 2026-12-08
  in 2 weeks at noon | 2026-12-08 | 12:00
  in a month | 2026-12-24
  in 2 months | 2027-01-24
  three months from now | 2027-02-24
  12/15 | 2026-12-15
  on 12/15 | 2026-12-15
  by 12/15 | 2026-12-15
  due 12/15 | 2026-12-15
  12/15/2026 | 2026-12-15
  12/15/26 | 2026-12-15
  12/15/2027 | 2027-12-15
  15/12 | 2026-12-15
  12/1 | 2026-12-01
  02/01 | 2027-02-01
  3/5 | 2027-03-05
  11/23 | 2027-11-23
  11/24 | 2026-11-24
  02/29 | 2028-02-29
  on 1/2 | 2027-01-02
  12/15 at 9am | 2026-12-15 | 09:00
  12/15 9:30 | 2026-12-15 | 09:30
  12/15/2026 2:05 PM | 2026-12-15 | 14:05
  9am on 12/15 | 2026-12-15 | 09:00
  Friday, 11/27 | 2026-11-27
  Fri, 11/27/2026 | 2026-11-27
  2026-12-15 | 2026-12-15
  2026-12-15 14:05 | 2026-12-15 | 14:05
  December 15 | 2026-12-15
  December 15th | 2026-12-15
  Dec 15 | 2026-12-15
  Dec. 15 | 2026-12-15
  on December 15 | 2026-12-15
  by December 15 | 2026-12-15
  by Dec 15th | 2026-12-15
  December 15, 2026 | 2026-12-15
  December 15 2027 | 2027-12-15
  Dec 15th at 3:30 pm | 2026-12-15 | 15:30
  December 15 at 10am | 2026-12-15 | 10:00
  Dec 15 10am | 2026-12-15 | 10:00
  Friday, November 27 | 2026-11-27
  Friday, November 27, 2026 | 2026-11-27
  Fri, Nov 27 | 2026-11-27
  15 December | 2026-12-15
  15th of December | 2026-12-15
  15 December 2027 | 2027-12-15
  15 Dec | 2026-12-15
  March 1st | 2027-03-01
  3 March 2028 | 2028-03-03
  May 5 | 2027-05-05
  5 May | 2027-05-05
  Sept 5 | 2027-09-05
  on the 15th | 2026-12-15
  by the 15th | 2026-12-15
  on the 1st | 2026-12-01
  on the 15th at 2pm | 2026-12-15 | 14:00
`);

/** Titles with the date elsewhere: `title | day | time | title without the day | title without the time`. */
const portugueseOrders = rowsOf(`
  Amanhã ligar para Ana | 2026-11-25 | - | ligar para Ana | ligar para Ana
  Amanhã: ligar para Ana | 2026-11-25 | - | ligar para Ana | ligar para Ana
  Amanhã às 9h ligar para Ana | 2026-11-25 | 09:00 | às 9h ligar para Ana | ligar para Ana
  Sexta às 15h ligar para Ana | 2026-11-27 | 15:00 | às 15h ligar para Ana | ligar para Ana
  Sexta: ligar para Ana | 2026-11-27 | - | ligar para Ana | ligar para Ana
  Sexta-feira ligar para Ana | 2026-11-27 | - | ligar para Ana | ligar para Ana
  Próxima sexta ligar para Ana | 2026-11-27 | - | ligar para Ana | ligar para Ana
  15/12 revisar o site | 2026-12-15 | - | revisar o site | revisar o site
  Dia 15 enviar proposta | 2026-12-15 | - | enviar proposta | enviar proposta
  Em 3 dias revisar o site | 2026-11-27 | - | revisar o site | revisar o site
  9h amanhã ligar para Ana | 2026-11-25 | 09:00 | 9h ligar para Ana | ligar para Ana
  Ligar amanhã para Ana | 2026-11-25 | - | Ligar para Ana | Ligar para Ana
  Ligar depois de amanhã para Ana | 2026-11-26 | - | Ligar para Ana | Ligar para Ana
  Reunião sexta 15h com Ana | 2026-11-27 | 15:00 | Reunião 15h com Ana | Reunião com Ana
  Reunião 15/12 às 9h com Ana | 2026-12-15 | 09:00 | Reunião às 9h com Ana | Reunião com Ana
  Ligar para Ana sexta 15h | 2026-11-27 | 15:00 | Ligar para Ana 15h | Ligar para Ana
  Reunião às 9h amanhã | 2026-11-25 | 09:00 | Reunião às 9h | Reunião
  Reunião sexta à tarde | 2026-11-27 | - | Reunião à tarde | Reunião à tarde
  sexta às 15h | 2026-11-27 | 15:00 | sexta às 15h | sexta às 15h
`);
const englishOrders = rowsOf(`
  Tomorrow call Ana | 2026-11-25 | - | call Ana | call Ana
  Tomorrow: call Ana | 2026-11-25 | - | call Ana | call Ana
  Tomorrow at 9am call Ana | 2026-11-25 | 09:00 | at 9am call Ana | call Ana
  Friday 3pm call Ana | 2026-11-27 | 15:00 | 3pm call Ana | call Ana
  Friday: call Ana | 2026-11-27 | - | call Ana | call Ana
  Next friday call Ana | 2026-11-27 | - | call Ana | call Ana
  12/15 review the site | 2026-12-15 | - | review the site | review the site
  In 3 days review the site | 2026-11-27 | - | review the site | review the site
  3pm friday call Ana | 2026-11-27 | 15:00 | 3pm call Ana | call Ana
  Call Ana tomorrow about the site | 2026-11-25 | - | Call Ana about the site | Call Ana about the site
  Meeting friday 3pm with Ana | 2026-11-27 | 15:00 | Meeting 3pm with Ana | Meeting with Ana
  next friday 3pm | 2026-11-27 | 15:00 | next friday 3pm | next friday 3pm
`);

const none = `
  9 posts
  1/2 página
  1/2 page
  1/2 xícara de café
  Cortar 1/2
  Parte 1/2
  Part 1/3
  Parte 10/12
  Página 3/12
  Post 5/10
  Slide 4/12
  Vídeo 2/6
  Story 3/10
  Versão 3/11
  Episódio 4/8
  Reel 9/16
  Formato 4/5
  Suporte 24/7
  24/7 support
  Nota 8/10
  50/50
  Banner 16:9
  Versão 1.2
  Comprar 15 canetas
  10 out of 12 banners
  Kit 3 em 1
  Vídeo de 15s
  Reunião às 15h
  Call at 3pm
  Pagar em 31 de fevereiro
  Pagar 31/02
  Segunda versão do logo
  Segunda via do boleto
  Enviar a segunda
  Refazer a terceira e a quarta
  A quinta arte
  Sexta edição do evento
  Primeira e segunda
  Relatório de sexta
  Post de segunda
  Post do domingo
  Campanha Black Friday
  Black Friday
  Black Friday 2026
  Black Friday 10h
  Cyber Monday
  Good Friday post
  Sexta-feira Santa
  Sexta Santa
  Quarta-feira de Cinzas
  Domingo de Páscoa
  Domingo no parque
  Easter Sunday
  Sunday brunch post
  Sunday morning brunch
  Friday offers
  Monday motivation
  Post de amanhã
  O amanhã é agora
  Amanhã é outro dia
  Hoje é dia de rock
  Today is the day
  Pauta do mês que vem
  Fim do mês
  Final do mês
  Next month report
  Dia 7 do desafio
  Dia das mães
  Dia do cliente
  Day 1 recap
  The 15th floor
  Mar aberto
  Arte para o mar
  May update
  May 5 posts
  5 may posts
  March campaign
  Set de filmagem
  Comprar set
  Sat down
  Sun logo
  Sex appeal
  Dom de escrever
  Ter paciência
  Vai ter 10h de vídeo
  Dez posts
  Dez ideias
  Em 3 dias de evento
  2 days ago
  Last friday recap
  Every monday
  Toda segunda
  Cada sexta
  2026
  Retrospectiva 2026
  2026 plan
  Logo 2.0
  Telefone 3021-1512
  R$ 15/12 avos
  Lei 10/03
  1
  a
  ?
  às
  15h
  15/13/2026
  99/99
  em
`
  .trim()
  .split('\n')
  .map((line) => line.trim());

describe.each([
  ['pt-BR', portuguese, portugueseOrders, 'Revisar o site'],
  ['en', english, englishOrders, 'Review the site'],
] as const)('in %s', (locale, phrases, orders, title) => {
  test('the table has at least 150 phrases and titles', () => {
    expect(phrases.length + orders.length).toBeGreaterThanOrEqual(150);
    expect(new Set(phrases.map(([phrase]) => phrase)).size).toBe(phrases.length);
  });
  test.each(phrases)(`“${title} %s” is for %s`, (phrase = '', day, time) =>
    expect(read(locale, `${title} ${phrase}`)).toMatchObject({
      day,
      time,
      ...(time !== undefined && { shortTitle: title }),
    }),
  );
  test.each(orders)('“%s” is for %s', (written = '', day, time, long, short) =>
    expect(read(locale, written)).toMatchObject({
      day,
      time: time === '-' ? undefined : time,
      title: long,
      shortTitle: short,
    }),
  );
  test.each(none)('“%s” has no date', (written) => expect(read(locale, written)).toBeUndefined());
});

const spelled = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
/** The ways in which the panel writes a date with its year. */
const formats: readonly ((locale: string, day: string) => string)[] = [
  (_, day) => day,
  writeDate,
  (locale, day) => formatDay(day, locale, spelled),
  (locale, day) => formatDay(day, locale, { ...spelled, weekday: 'short' }),
  (locale, day) => formatDay(day, locale, { day: 'numeric', month: 'long', year: 'numeric' }),
  (locale, day) => formatDay(day, locale, { day: 'numeric', month: 'short', year: 'numeric' }),
];
const locales = fc.constantFrom('pt-BR', 'en');
const days = fc.integer({ min: -9_000, max: 20_000 }).map((count) => addDays(today, count));

test('a date that the panel writes is read as that date', () =>
  fc.assert(
    fc.property(locales, days, fc.constantFrom(...formats), (locale, day, format) => {
      const written = format(locale, day);
      expect(read(locale, `Ana ${written}`), written).toMatchObject({ day, title: 'Ana' });
      expect(read(locale, `${written}: Ana`), written).toMatchObject({ day, title: 'Ana' });
    }),
    { numRuns: 1_000 },
  ));

test('a date without its year is the next one', () =>
  fc.assert(
    fc.property(locales, fc.integer({ min: 0, max: 364 }), (locale, count) => {
      const day = addDays(today, count);
      for (const month of ['long', 'short'] as const) {
        const written = formatDay(day, locale, { day: 'numeric', month });
        expect(read(locale, `Ana ${written}`), written).toMatchObject({ day, title: 'Ana' });
      }
    }),
  ));

test('a date with a time that the panel writes is read as both', () =>
  fc.assert(
    fc.property(locales, days, fc.integer({ min: 0, max: 1_439 }), (locale, day, minutes) => {
      const time = new Date(minutes * 60_000).toISOString().slice(11, 16);
      const written = writeDate(locale, `${day}T${time}`);
      expect(read(locale, `Ana ${written}`), written).toMatchObject({
        day,
        time,
        shortTitle: 'Ana',
      });
    }),
    { numRuns: 1_000 },
  ));

test('any text is read without an error, to words that it contains', () => {
  const words = [...portuguese, ...english].map(([phrase = '']) => phrase);
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 255 }),
    fc.string({ unit: 'binary', maxLength: 255 }),
    fc
      .array(fc.oneof(fc.constantFrom(...words, ...none), fc.string()), { maxLength: 8 })
      .map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(locales, text, (locale, written) => {
      const date = read(locale, written);
      if (!date) return;
      const plain = written.normalize('NFC').replace(/\s+/g, ' ');
      expect(plain).toContain(date.phrase);
      expect(date.title.length).toBeLessThanOrEqual(plain.length);
      expect(date.shortTitle).not.toBe('');
      expect(date.day).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect(read(locale, written, date.phrase)).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});
