/** @typedef {import('./mail-catcher.mjs').ReceivedMail} ReceivedMail */

/**
 * @param {readonly ReceivedMail[]} mails the newest first
 * @param {{ to: string | undefined }} filter
 */
export function renderInbox(mails, { to }) {
  const items = mails.map(
    ({ id, subject, recipients, at }) => `<li>
      <a class="letter" href="/mails/${id}">
        <strong>${escape(subject || 'No subject')}</strong>
        <span>to ${escape(recipients.join(', '))}</span>
        ${renderTime(at)}
      </a>
    </li>`,
  )
  const list =
    items.length > 0
      ? `<ul class="letters">${items.join('')}</ul>`
      : '<p class="muted">No mail yet. Sign in to the demo by e-mail, and it will be here.</p>'
  return renderPage(
    'Inbox',
    `<div class="headline">
      <h1>${to === undefined ? 'Inbox' : `Mail to ${escape(to)}`}</h1>
      <a class="button compact" href="">Look again</a>
    </div>
    <div class="card">${list}</div>
    ${to === undefined ? '' : '<p class="hint"><a href="/">All mail</a></p>'}`,
  )
}

/** @param {ReceivedMail} mail */
export function renderMail({ subject, from, recipients, at, text, html }) {
  return renderPage(
    escape(subject || 'No subject'),
    `<p><a href="/">All mail</a></p>
    <div class="headline"><h1>${escape(subject || 'No subject')}</h1></div>
    <dl class="facts">
      <div><dt>From</dt><dd>${escape(from)}</dd></div>
      <div><dt>To</dt><dd>${escape(recipients.join(', '))}</dd></div>
      <div><dt>Received</dt><dd>${renderTime(at)}</dd></div>
    </dl>
    ${html === undefined ? '' : renderHtml(html)}
    ${text === undefined ? '' : `<h2>As text</h2><pre class="card">${linkUrls(text)}</pre>`}`,
  )
}

export function renderNotFound() {
  return renderPage(
    'No such mail',
    `<div class="card narrow">
      <h1>No such mail</h1>
      <p class="lead">Only the last mails are kept, and none when the demo is stopped.</p>
      <div class="stack"><a class="button painted" href="/">All mail</a></div>
    </div>`,
  )
}

/**
 * Without scripts, forms or an origin; its links open a page of their own, as in a mail program.
 *
 * @param {string} html
 */
function renderHtml(html) {
  const document = html.replace(/<head[^>]*>/i, '$&<base target="_blank">')
  return `<h2>As HTML</h2>
    <iframe class="card" title="The mail as HTML"
      sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(document)}"></iframe>`
}

/** @param {string} text */
function linkUrls(text) {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => {
      const shown = escape(part)
      return index % 2 === 0 ? shown : `<a href="${shown}">${shown}</a>`
    })
    .join('')
}

/** @param {Date} at */
function renderTime(at) {
  const time = at.toISOString()
  return `<time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 19)} UTC</time>`
}

/**
 * @param {string} title as HTML
 * @param {string} content as HTML
 */
function renderPage(title, content) {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Demo mail</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/style.css">
</head>
<body>
  <header class="bar"><a class="brand" href="/"><span class="mark small">${envelope}</span> Demo mail</a></header>
  <main class="column">${content}</main>
  <footer><p>Every mail of the Latchkey demo ends here, whoever it is for.</p></footer>
</body>
</html>`
}

const envelope = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5.5 5h13A2.5 2.5 0 0 1 21 7.5v9a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16.5v-9A2.5 2.5 0 0 1 5.5 5ZM4 7.5l8 6 8-6"/></svg>`

/** @param {string} text */
function escape(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
