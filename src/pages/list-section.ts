import { attributes, html, type Html } from '../http/html.js'
import { renderGlyph } from './glyphs.js'

/** What else a part of a page may have. */
export interface SectionMark {
  /** The part of a URL that leads to it. */
  readonly id?: string
  /** Says that what the user has just changed in it is changed. */
  readonly changed?: string | undefined
}

/** Renders a part of a page with a heading of its own. */
export function renderSection(
  heading: string,
  about: string | undefined,
  content: Html,
  { id, changed }: SectionMark = {},
): Html {
  return html`<section ${attributes({ id })}>
    <h2>${heading}</h2>
    ${about !== undefined && html`<p class="about">${about}</p>`}
    <div class="part">${changed !== undefined && renderChanged(changed)} ${content}</div>
  </section>`
}

function renderChanged(text: string): Html {
  return html`<p class="changed" role="status">${renderGlyph('check')} ${text}</p>`
}

/** The CSS rules of what says that something is changed. Both greens have a contrast of 7:1. */
export const changedRules: readonly string[] = [
  '.changed{display:flex;align-items:center;gap:.375rem;color:var(--text);color:light-dark(#17633a,#8fdcae);font-size:.9375rem;font-weight:600}',
  '.changed svg{inline-size:1.25rem;block-size:1.25rem;flex:none;stroke-width:2.5}',
  // The section that the browser scrolls to must not stick to the upper edge.
  'section{scroll-margin-block-start:1.5rem}',
]

/** The CSS rules of a page with sections and lists. */
export const listRules: readonly string[] = [
  'main:has(.sections){max-inline-size:34rem}',
  '.sections{gap:1.5rem}',
  'section,.part{display:grid;gap:.375rem}',
  '.part{min-inline-size:0}',
  'h2{margin:0;font-size:1rem;line-height:1.5;font-weight:650}',
  '.rows+.button{margin-block-start:.375rem}',
  '.about{color:var(--muted);font-size:.9375rem}',
  '.rows{display:grid;margin:.375rem 0 0;padding:0;border:1px solid var(--line);border-radius:min(var(--radius),1rem);list-style:none}',
  '.rows li{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.75rem;padding:.875rem 1rem}',
  '.rows li+li{border-block-start:1px solid var(--line)}',
  '.rows div{display:grid;flex:1 1 8rem;min-inline-size:0}',
  '.rows .badge+div{flex-basis:5rem}',
  '.rows .pair{display:flex;flex:0 1 auto;flex-wrap:wrap;gap:.75rem}',
  '.rows strong{font-weight:600}',
  '.rows span{color:var(--muted);font-size:.875rem}',
  '.rows p{display:flex;flex-wrap:wrap;column-gap:.75rem}',
  '.rows .low{color:var(--alert-text)}',
  '.small{min-block-size:2.5rem;padding:.375rem .875rem;border:1px solid var(--button-line);border-radius:calc(var(--radius)*5/6);background:var(--card);color:var(--text);font:inherit;font-size:.9375rem;font-weight:600;cursor:pointer}',
  '.small:hover{background:var(--hover)}',
]
