import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { renderInbox, renderMail, renderNotFound } from './inbox-pages.mjs'
import { readMail } from './read-mail.mjs'
import { startSmtpServer } from './smtp-server.mjs'

/**
 * @typedef {import('./read-mail.mjs').Mail & {
 *   readonly id: string,
 *   readonly at: Date,
 *   readonly recipients: readonly string[],
 * }} ReceivedMail
 */

const mostMails = 50

/**
 * A mail server for the demo, and an inbox to look into it. Both listen on loopback only; every
 * mail ends here, and all are forgotten when it ends.
 *
 * @param {{ port: number, smtpPort: number }} options
 * @returns {Promise<{ inbox: string, smtp: string, close: () => void }>}
 */
export async function startMailCatcher({ port, smtpPort }) {
  /** @type {ReceivedMail[]} the newest first */
  const mails = []
  const smtpServer = await startSmtpServer({
    port: smtpPort,
    onMail: ({ to, content }) => {
      mails.unshift({ ...readMail(content), id: randomUUID(), at: new Date(), recipients: to })
      mails.splice(mostMails)
    },
  })
  const server = createServer((request, response) => answer(mails, request, response))
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', () => resolve(undefined))
  })
  return {
    inbox: `http://localhost:${port}`,
    smtp: `smtp://127.0.0.1:${smtpPort}`,
    close: () => {
      smtpServer.close()
      server.close().closeAllConnections()
    },
  }
}

/**
 * @param {readonly ReceivedMail[]} mails
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function answer(mails, { headers, url: path = '/' }, response) {
  // A name that somebody else points to this machine would let their pages read the mail.
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(headers.host ?? '')) {
    response.writeHead(421).end()
    return
  }
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  if (pathname === '/style.css') {
    response.setHeader('Content-Type', 'text/css').end(style)
    return
  }
  const to = searchParams.get('to') ?? undefined
  if (pathname === '/') {
    const shown = mails.filter(({ recipients }) => to === undefined || recipients.includes(to))
    sendPage(response, 200, renderInbox(shown, { to }))
    return
  }
  const mail = mails.find(({ id }) => pathname === `/mails/${id}`)
  sendPage(response, mail ? 200 : 404, mail ? renderMail(mail) : renderNotFound())
}

/** Mails bring their styles along, and the frame around one has the policy of this page. */
const policy = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} page
 */
function sendPage(response, status, page) {
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(page)
}

/** The look of the demo, in the colours of another house. */
const style = `${readFileSync(new URL('src/style.css', import.meta.url), 'utf8')}
:root { --paint: #0f5c4c; --ink: #ffffff }
@media (prefers-color-scheme: dark) { :root { --paint: #9fe0cf; --ink: #06251e } }
.column { max-width: 46rem }
.column > h2 { margin: 2rem 0 0.75rem }
.headline { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 1rem; margin: 0.5rem 0 1.25rem }
.letters { margin: -0.75rem -0.75rem; padding: 0; list-style: none }
.letters li + li { border-top: 1px solid var(--line) }
.letter { display: grid; padding: 0.875rem 0.75rem; border-radius: 0.75rem; text-decoration: none }
.letter:hover { background: var(--hover) }
.letter span, .letter time { color: var(--muted); font-size: 0.9375rem }
iframe.card { display: block; width: 100%; height: 42rem; padding: 0 }
pre { margin: 0; overflow-x: auto; white-space: pre-wrap; font: 0.9375rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace }
`

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { PORT, SMTP_PORT } = process.env
  await startMailCatcher({ port: Number(PORT ?? 3002), smtpPort: Number(SMTP_PORT ?? 3025) })
}
