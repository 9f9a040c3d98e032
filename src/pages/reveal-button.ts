import { html, trustedHtml, type Html } from '../http/html.js'
import type { Language } from '../model/page-texts.js'

/** The button that shows a password, and the CSS rules for it. */
export interface RevealButton {
  readonly markup: Html
  readonly rules: readonly string[]
}

/**
 * Renders the script that adds a button to each password field of a page. Without JavaScript there is
 * no button. Undefined if the page has no such field, and then the page needs no script.
 */
export function renderRevealButton(
  { nonce, language }: { readonly nonce: string; readonly language: Language },
  body: Html,
): RevealButton | undefined {
  if (!String(body).includes(' type="password"')) return undefined
  const label = language.texts.signIn.showPassword
  const button = html`<button
    type="button"
    class="reveal"
    aria-pressed="false"
    aria-label="${label}"
    title="${label}"
  >
    ${eye}
  </button>`
  const script = html`<script nonce="${nonce}">
    ${trustedHtml(revealScript)}
  </script>`
  return { markup: html`<template id="reveal">${button}</template>${script}`, rules }
}

/**
 * The label stays the same, because `aria-pressed` says which way it is. The form is sent with hidden
 * passwords, so that browsers do not take them for other texts to suggest.
 */
export const revealScript: string = `{
const { content } = document.getElementById('reveal')
for (const input of document.querySelectorAll('input[type=password]')) {
  const button = content.firstElementChild.cloneNode(true)
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', String(isShown))
  }
  button.setAttribute('aria-controls', input.id)
  button.addEventListener('click', () => show(input.type === 'password'))
  input.form?.addEventListener('submit', () => show(false))
  input.after(button)
}
}`

const eye = trustedHtml(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="3"/><path class="slash" d="m4.5 4.5 15 15"/></svg>',
)

// The button lies on the field, which stays where it is in the document, so that it keeps the focus.
const rules: readonly string[] = [
  '.field:has(>.reveal){grid-template-columns:1fr auto;column-gap:0}',
  '.field:has(>.reveal)>*{grid-column:1/-1}',
  '.field:has(>.reveal)>input{grid-row:2;padding-inline-end:3.25rem}',
  '.field>.reveal{grid-row:2;grid-column:2;place-self:center end;display:grid;place-items:center;inline-size:2.5rem;block-size:2.5rem;margin-inline-end:.25rem;padding:0;border:0;border-radius:calc(var(--radius)*2/3);background:none;color:var(--muted);cursor:pointer}',
  '.reveal:focus-visible{outline-offset:-2px}',
  '.reveal:hover{background:var(--hover);color:var(--text)}',
  '.reveal svg{inline-size:1.375rem;block-size:1.375rem}',
  '.reveal[aria-pressed=true] .slash{display:none}',
  'input::-ms-reveal{display:none}',
]
