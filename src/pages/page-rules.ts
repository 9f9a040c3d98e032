/**
 * Returns the CSS rules that all pages share. Their colours, radius and font are defined in `:root`.
 * Most requests are not for a page, so the rules are prepared when the first page needs them.
 */
export function pageRules(): string {
  squeezed ??= squeeze(rules)
  return squeezed
}

let squeezed: string | undefined

const rules = `
*, ::before, ::after { box-sizing: border-box }
[hidden] { display: none !important } /* forms have a display of their own */
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body {
  min-block-size: 100vh; min-block-size: 100dvh; margin: 0; padding: 1.5rem 1rem;
  display: flex; flex-direction: column;
  background: var(--page); color: var(--text);
  font: 1rem/1.5 var(--font);
  -webkit-font-smoothing: antialiased;
  overflow-wrap: anywhere;
}
:lang(ko) { word-break: keep-all }
:lang(ja) { line-break: strict }
main {
  inline-size: 100%; max-inline-size: 26rem; margin: auto; padding: 2.5rem;
  background: var(--card); border: 1px solid var(--line); border-radius: min(calc(var(--radius) * 5 / 3), 2rem);
  box-shadow: 0 1px 2px var(--shadow), 0 1.25rem 3rem -1rem var(--shadow);
}
header { text-align: center }
h1 { margin: 1.25rem 0 0; font-size: 1.5rem; line-height: 1.25; font-weight: 650; text-wrap: balance }
h1:not(:lang(ar)) { letter-spacing: -.015em }
p { margin: 0; text-wrap: pretty }
a { color: inherit; text-underline-offset: .2em; text-decoration-thickness: 1px }
a:hover { text-decoration-thickness: 2px }
.lead { margin-block-start: .5rem; color: var(--muted); text-wrap: balance }
.lead a, .lead strong { color: var(--text) }
.lead strong { font-weight: 600 }
.content { margin-block-start: 2rem; display: grid; gap: .75rem }
.content form { display: grid; gap: 1.25rem; margin: 0 }
.hint { color: var(--muted); font-size: .9375rem; text-align: center }
.button + .hint, form + .hint { margin-block-start: .5rem }

.mark { display: inline-grid; place-items: center; inline-size: 3.5rem; block-size: 3.5rem; border-radius: calc(var(--radius) * 4 / 3) }
.mark svg { inline-size: 2rem; block-size: 2rem }
[dir=rtl] .glyph-door { scale: -1 1 }
svg { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round }
.logo { display: block; margin: 0 auto; max-inline-size: 100%; max-block-size: 3.5rem }

.button {
  display: block; inline-size: 100%; min-block-size: 3rem; margin: 0; padding: .75rem;
  border: 1px solid var(--button-line); border-radius: var(--radius);
  background-color: var(--card); color: var(--text);
  font: inherit; font-weight: 600; line-height: 1.3; text-align: center; text-decoration: none; text-wrap: balance; cursor: pointer;
}
.button:not(.painted):hover { background-color: var(--hover) }
.painted { background-color: var(--paint); color: var(--ink); border: 1px solid var(--accent) }
.button.painted:hover { box-shadow: inset 0 0 0 2px color-mix(in srgb, var(--ink) 35%, transparent) }
.with-badge { display: grid; grid-template-columns: 1.75rem 1fr 1.75rem; align-items: center; gap: .5rem; padding-block: .5rem }
.badge {
  display: grid; place-items: center; inline-size: 1.75rem; block-size: 1.75rem; border-radius: calc(var(--radius) * 2 / 3); overflow: hidden;
  font-size: .875rem; font-weight: 700; line-height: 1;
}
.badge:not(.painted) { border: 1px solid var(--line) }
.badge.colored { border: 0; background: #fff }
.badge > *, .badge::before { grid-area: 1 / 1 } /* or an empty one would push the logo down */
.badge::before { content: attr(data-initial); content: attr(data-initial) / "" }
.badge svg { inline-size: 1.25rem; block-size: 1.25rem; fill: currentColor; stroke: none }
.badge img { position: relative; display: block; inline-size: 100%; block-size: 100%; padding: .1875rem; object-fit: contain; background: #fff }
.badge img::before { /* shown only when the picture cannot be loaded */
  content: attr(data-initial); content: attr(data-initial) / "";
  position: absolute; inset: 0; display: grid; place-items: center; background: #fff; color: #16191f;
}
.quiet { justify-self: center; margin-block-end: -.75rem; padding: .75rem; color: var(--muted); font-size: .9375rem; text-align: center }

.last-used { position: relative }
* + form > .last-used:only-of-type { margin-block-start: .5rem }
.last-used .button { border: 2px solid var(--accent) }
.tag {
  position: absolute; inset-block-start: -.8125rem; inset-inline-end: .75rem; padding: 0 .5rem;
  border-radius: 1rem; font-size: .75rem; font-weight: 600; line-height: 1.25rem; pointer-events: none;
  box-shadow: 0 0 0 2px var(--card);
}

.fields { display: grid; gap: 1rem }
.field { display: grid; gap: .375rem }
.field label { font-size: .9375rem; font-weight: 600 }
.field input {
  inline-size: 100%; min-block-size: 3rem; margin: 0; padding: .5rem .875rem;
  border: 1px solid var(--field-line); border-radius: var(--radius);
  background: var(--field); color: var(--text); font: inherit;
}
.field input::placeholder { color: var(--muted); opacity: 1 }
[dir=rtl] input[dir=ltr] { text-align: right }
.field input[aria-invalid] { border-color: var(--alert-text) }
.field input.code {
  font: 600 1.5rem/1.25 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  letter-spacing: .25em; text-align: center;
}
.check { grid-template-columns: auto 1fr; align-items: center; gap: .75rem; min-block-size: 2.75rem }
.check input { inline-size: 1.25rem; min-block-size: 0; block-size: 1.25rem; padding: 0; accent-color: var(--focus) }
.check label { font-weight: 400 }

.or { display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; gap: .75rem; margin: .5rem 0; color: var(--muted); font-size: .875rem }
.or::before, .or::after { content: ""; border-block-start: 1px solid var(--line) }

.alert, .field-alert { color: var(--alert-text); font-size: .9375rem }
.alert {
  padding: .875rem 1rem; border: 1px solid var(--alert-line); border-radius: min(var(--radius), 1rem); background: var(--alert);
}
[role=alert] strong { display: block }
header + .alert { margin-block-start: 1.5rem }
.alert + .content { margin-block-start: 1.5rem }

:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
.field input:focus-visible { outline-offset: -1px; outline-width: 2px; border-color: var(--focus) }

@media (max-width: 30rem) {
  body { padding: 1rem .75rem }
  main { padding: 2rem 1.25rem }
}
@media (max-width: 23rem) {
  .with-badge { grid-template-columns: 1.75rem 1fr }
}
@media (forced-colors: active) {
  .badge, .mark { forced-color-adjust: none }
}
@media (prefers-reduced-motion: no-preference) {
  .button, .field input { transition: background-color .15s, border-color .15s, box-shadow .15s }
  .button:active { transform: translateY(1px) }
}
`

function squeeze(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?|: /g, (found) => found.trim())
    .replaceAll(';}', '}')
}
