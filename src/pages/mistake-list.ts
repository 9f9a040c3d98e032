import { html, type Html } from '../http/html.js'
import type { MistakeReport } from '../model/mistake-report.js'

/**
 * CSS rules for {@link renderMistakes}. Only pages of the dev server contain them, so they are not
 * part of the common rules.
 */
export const mistakeRules: readonly string[] = [
  'main:has(.mistakes){max-inline-size:44rem}',
  '.mistakes{margin-block-start:2rem;display:grid;gap:1rem}',
  '.mistakes>h2{margin:0;font-size:.8125rem;font-weight:600;line-height:1.5;color:var(--muted)}',
  '.mistake{display:grid;gap:.75rem;padding:1.25rem;border:1px solid var(--line);border-inline-start:4px solid var(--alert-text);border-radius:.25rem .75rem .75rem .25rem;background:var(--page);text-align:start}',
  '.mistake h3{margin:0;font:600 .875rem/1.5 var(--mono);color:var(--alert-text)}',
  '.mistake p{text-wrap:wrap}',
  '.mistake .problem{font-size:1.0625rem;font-weight:600}',
  '.mistake dl{margin:.25rem 0 0;padding-block-start:.75rem;border-block-start:1px solid var(--line);display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.375rem 1rem;font-size:.9375rem}',
  '.mistake dt{color:var(--muted)}',
  '.mistake dd{margin:0;font:.875rem/1.6 var(--mono)}',
  '.mistake code{padding:.0625rem .3125rem;border-radius:.3125rem;background:var(--card);box-shadow:inset 0 0 0 1px var(--line);font:.875em/1.4 var(--mono);box-decoration-break:clone;-webkit-box-decoration-break:clone}',
  '.mistakes{--mono:ui-monospace,"SF Mono",Menlo,Consolas,monospace}',
  '@media (max-width:30rem){.mistake{padding:1rem}.mistake dl{grid-template-columns:minmax(0,1fr);gap:0}.mistake dd+dt{margin-block-start:.5rem}}',
]

/**
 * Renders what the log says about each mistake. The texts are for the app's developer, so they are
 * in English whatever the language of the page.
 */
export function renderMistakes(reports: readonly MistakeReport[]): Html | undefined {
  if (reports.length === 0) return undefined
  return html`<section class="mistakes" lang="en" dir="ltr" aria-label="For the developer">
    <h2>Only the dev server shows this. Visitors of your site never see it.</h2>
    ${reports.map(renderMistake)}
  </section>`
}

function renderMistake({ code, problem, cure, option, file, cause }: MistakeReport): Html {
  const facts = [
    ['Option', option],
    ['File', file],
    ['Cause', cause],
  ] as const
  const known = facts.filter(([, value]) => value !== undefined)
  return html`<article class="mistake">
    <h3>${code}</h3>
    <p class="problem">${renderText(problem)}</p>
    ${cure !== undefined && html`<p>${renderText(cure)}</p>`}
    ${
      known.length > 0 &&
      html`<dl>
        ${known.map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
        )}
      </dl>`
    }
  </article>`
}

/** Renders the parts of a message between backticks as code. */
function renderText(message: string): readonly (Html | string)[] {
  return message
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}
