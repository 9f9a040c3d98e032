import type { EmailConfig } from '../model/email.js'
import { memberAt } from './answer.js'
import { explainSmtpUrl } from './explain-smtp-url.js'

/** Returns the URL of an SMTP server. Undefined if `server` consists of other options. */
export function serverUrlOf({ server }: Pick<EmailConfig, 'server'>): string | undefined {
  const url = typeof server === 'string' ? server : memberAt(server, 'url')
  return typeof url === 'string' ? url : undefined
}

/** Returns why no mail can be sent through the provider's SMTP server, and how to fix it. */
export function findServerMistake(provider: EmailConfig): string | undefined {
  const url = serverUrlOf(provider)
  const mistake = url === undefined ? undefined : explainSmtpUrl(url)
  return mistake && `its \`server\` ${mistake.problem}. ${mistake.cure}`
}
