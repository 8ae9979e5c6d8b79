/*
 * Reports about mail that was not delivered, as mail servers write them. Postfix: bounce_notify_util.c and its bounce(5) templates. Exim: the
 * format of src/bounce.c (`moan.c`, DSN since 4.83). Exchange Online and Gmail: the examples of their documentation.
 */

export interface ReportOptions {
  /** Return address of the mail. */
  readonly to: string;
  readonly recipient?: string;
  /** Message-ID of the mail. */
  readonly messageId?: string;
}

interface Parts extends ReportOptions {
  readonly from: string;
  readonly subject: string;
  readonly headers?: string;
  readonly boundary: string;
  readonly text: string;
  readonly status: string;
  /** Type of the part with the mail. */
  readonly original?: 'message/rfc822' | 'text/rfc822-headers';
}

const report = ({
  from,
  to,
  subject,
  headers = '',
  boundary,
  text,
  status,
  original = 'message/rfc822',
  recipient = 'ana@cliente.example',
  messageId = '<0@pauta.example.com>',
}: Parts) => `Return-Path: <>
From: ${from}
To: ${to}
Subject: ${subject}
Date: Mon, 30 Nov 2026 09:00:00 +0000 (UTC)
Message-Id: <20261130.${Math.random()}@mx.example.com>
${headers}MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="${boundary}"

This is a MIME-encapsulated message.

--${boundary}
Content-Type: text/plain; charset=us-ascii

${text}

--${boundary}
Content-Description: Delivery report
Content-Type: message/delivery-status

${status}

--${boundary}
Content-Type: ${original}

From: Pauta <pauta@example.com>
To: ${recipient}
Subject: [Aurora] Site novo
Message-ID: ${messageId}

${original === 'message/rfc822' ? 'Bia mencionou você em Site novo\n' : ''}
--${boundary}--
`;

const recipientOf = ({ recipient = 'ana@cliente.example' }: ReportOptions) => recipient;

/** Postfix. @param action `failed` or `delayed` */
export const postfixReport = (
  options: ReportOptions,
  status = '5.1.1',
  diagnosis = '550 5.1.1 <ana@cliente.example>: Recipient address rejected:\n    User unknown in virtual mailbox table',
  action = 'failed',
) =>
  report({
    ...options,
    from: 'MAILER-DAEMON@mx.example.com (Mail Delivery System)',
    subject: 'Undelivered Mail Returned to Sender',
    headers: 'Auto-Submitted: auto-replied\n',
    boundary: '4F1BC20A3D.1764493200/mx.example.com',
    text: `I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<${recipientOf(options)}>: host mx.cliente.example[192.0.2.7] said: ${diagnosis} (in reply to RCPT TO command)`,
    status: `Reporting-MTA: dns; mx.example.com
X-Postfix-Queue-ID: 4F1BC20A3D
X-Postfix-Sender: rfc822; ${options.to}
Arrival-Date: Mon, 30 Nov 2026 08:59:58 +0000 (UTC)

Final-Recipient: rfc822; ${recipientOf(options)}
Original-Recipient: rfc822;${recipientOf(options)}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.cliente.example
Diagnostic-Code: smtp; ${diagnosis}`,
  });

/** Exim, whose status is always 5.0.0. */
export const eximReport = (options: ReportOptions, diagnosis = '550 Unrouteable address') =>
  report({
    ...options,
    from: 'Mail Delivery System <Mailer-Daemon@mx.example.com>',
    subject: 'Mail delivery failed: returning message to sender',
    headers: `X-Failed-Recipients: ${recipientOf(options)}\nAuto-Submitted: auto-replied\n`,
    boundary: '1764493200-eximdsn-1234567',
    text: `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ${recipientOf(options)}
    host mx.cliente.example [192.0.2.7]
    SMTP error from remote mail server after RCPT TO:<${recipientOf(options)}>:
    ${diagnosis}`,
    status: `Reporting-MTA: dns; mx.example.com

Action: failed
Final-Recipient: rfc822;${recipientOf(options)}
Status: 5.0.0
Remote-MTA: dns; mx.cliente.example
Diagnostic-Code: smtp; ${diagnosis}`,
  });

/** Exchange Online: long diagnostic codes, and the address in angle brackets. */
export const exchangeReport = (
  options: ReportOptions,
  status = '5.1.10',
  diagnosis = `550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ana@cliente.example not\n found by SMTP address lookup`,
) =>
  report({
    ...options,
    to: `<${options.to}>`,
    from: '<postmaster@cliente.example>',
    subject: 'Undeliverable: [Aurora] Site novo',
    headers:
      'Content-Language: en-US\nX-MS-Exchange-Message-Is-Ndr:\nAuto-Submitted: auto-replied\n',
    boundary: 'c1e2a5d4-0b1f-4f5e-9d3c-7a1b2c3d4e5f',
    text: `Delivery has failed to these recipients or groups:\n\n${recipientOf(options)}`,
    status: `Reporting-MTA: dns;DB7PR04MB1234.eurprd04.prod.outlook.com
Received-From-MTA: dns;mx.example.com
Arrival-Date: Mon, 30 Nov 2026 08:59:58 +0000

Original-Recipient: rfc822;${recipientOf(options)}
Final-Recipient: rfc822;${recipientOf(options)}
Action: failed
Status: ${status}
Diagnostic-Code: smtp;${diagnosis}
X-Display-Name: Ana`,
  });

/** Gmail: no parts of the mail itself but its headers. */
export const gmailReport = (
  options: ReportOptions,
  status = '5.1.1',
  diagnosis = `550-5.1.1 The email account that you tried to reach does not exist. Please try\n 550-5.1.1 double-checking the recipient's email address for typos or\n 550-5.1.1 unnecessary spaces. For more information, go to\n 550 5.1.1  https://support.google.com/mail/?p=NoSuchUser a1b2c3 - gsmtp`,
) =>
  report({
    ...options,
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    subject: 'Delivery Status Notification (Failure)',
    headers: `Auto-Submitted: auto-replied\nX-Failed-Recipients: ${recipientOf(options)}\nIn-Reply-To: ${options.messageId ?? '<0@pauta.example.com>'}\n`,
    boundary: '000000000000a1b2c3060d4e5f',
    original: 'text/rfc822-headers',
    text: `** Address not found **\n\nYour message wasn't delivered to ${recipientOf(options)} because the address couldn't be found.`,
    status: `Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; pauta@example.com
Arrival-Date: Mon, 30 Nov 2026 00:59:58 -0800 (PST)
X-Original-Message-ID: ${options.messageId ?? '<0@pauta.example.com>'}

Final-Recipient: rfc822; ${recipientOf(options)}
Action: failed
Status: ${status}
Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.27, the server for the domain
 gmail.com.)
Diagnostic-Code: smtp; ${diagnosis}
Last-Attempt-Date: Mon, 30 Nov 2026 00:59:59 -0800 (PST)`,
  });

/** An automatic answer, which also goes to the return address. */
export const holidayReply = ({ to }: ReportOptions) => `From: Ana <ana@cliente.example>
To: ${to}
Subject: Automatic reply: [Aurora] Site novo
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8

I am on holiday. 550 5.1.1 User unknown. Action: failed
`;
