import { isIP } from 'node:net';
import { AddressRefused, resolveAllowed } from '#server/outgoing/address.ts';
import type { Settings } from '#server/settings/defaults.ts';
import { sendReason } from '#shared/send-reasons.ts';
import { NotNow, type Send, ServiceAway } from './provider.ts';

const TIMEOUT_MS = 10_000;

export const emailViaSmtp: Send = async (message, settings, { config }) => {
  const { message_id, recipient, subject, body, details } = message;
  const { mail_from, smtp_host } = settings;
  if (!smtp_host || !mail_from) throw new ServiceAway(sendReason('mail_unset'));
  const address = await resolveAllowed(smtp_host, config.outgoingPrivate).catch((error: Error) => {
    const refused = error instanceof AddressRefused;
    throw new ServiceAway(refused ? sendReason('address_refused') : error.message);
  });
  const transport = await transportOf(settings, smtp_host, address);
  const domain = /@([^\s>]+)/.exec(mail_from)?.[1];
  try {
    await transport.sendMail({
      from: mail_from,
      to: recipient,
      subject,
      text: body,
      // Mail programs add it to the calendar.
      ...(details.ics && {
        icalEvent: { method: details.ics_method, filename: 'meeting.ics', content: details.ics },
      }),
      // The same for every attempt, so that a duplicate can be recognised.
      messageId: `<message-${message_id}@${domain}>`,
    });
  } catch (error) {
    // Finds out whether the mail or the server was at fault: verification fails only if the server is unavailable.
    await transport.verify().catch((reason: Error) => {
      throw new ServiceAway(reason.message);
    });
    throw isPassing(error as Failure) ? new NotNow((error as Failure).message) : error;
  }
};

type Failure = Error & { code?: string; responseCode?: number };

/** A 4xx response of the server, or a broken connection. */
function isPassing({ code, responseCode }: Failure): boolean {
  return responseCode ? responseCode < 500 : ['ECONNECTION', 'ESOCKET', 'ETIMEDOUT'].includes(code ?? '');
}

/** Connects to the checked address; the certificate must be valid for the name. */
async function transportOf(
  { smtp_port, smtp_security, smtp_user, smtp_password }: Settings,
  smtp_host: string,
  address: string,
) {
  // Loaded when it is needed, so that the server starts sooner.
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host: address,
    tls: isIP(smtp_host) === 0 ? { servername: smtp_host } : {},
    port: smtp_port,
    secure: smtp_security === 'tls',
    requireTLS: smtp_security === 'starttls',
    ignoreTLS: smtp_security === 'none',
    auth: smtp_user ? { user: smtp_user, pass: smtp_password ?? '' } : undefined,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Do not read files or URLs that the content refers to.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}
