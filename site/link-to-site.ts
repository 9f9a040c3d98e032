import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'

interface Env {
  readonly path?: string
}

const docs = new URL('../docs', import.meta.url).pathname

/**
 * Rewrites links that work on GitHub into links that work on the site. A link to a file outside docs/
 * leads to the repository, and a README is the index of its folder.
 */
export function linkToSite(md: MarkdownRenderer, repository: string): void {
  md.core.ruler.push('link-to-site', ({ tokens, env }) => {
    const page = (env as Env).path ?? ''
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === 'link_open' ? token.attrGet('href') : null
      if (link) token.attrSet('href', toSiteLink(link, page, repository))
    }
  })
  md.core.ruler.push('name-headers', ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      // A header cell without text names nothing, so it is a cell like any other.
      if (token.type !== 'th_open' || tokens[at + 1]?.content) continue
      for (const cell of [token, tokens[at + 2]]) if (cell) cell.tag = 'td'
    }
  })
  for (const name of ['html_block', 'html_inline']) {
    md.renderer.rules[name] = (tokens, at, _options, env) =>
      renderHtml(tokens[at]?.content ?? '', (env as Env).path ?? '')
  }
}

/** Leaves out comments, which are notes for tests and generators. */
function renderHtml(html: string, page: string): string {
  const shown = html.replaceAll(/<!--[^]*?-->/g, '')
  // In the text of TypeDoc, all but its anchors and line breaks are types such as `Map<string, User>`.
  if (!page.includes('/reference/api/') || /^<\/?(?:a|br)\b/.test(shown.trim())) return shown
  return shown.replaceAll('<', '&lt;')
}

export function toSiteLink(link: string, page: string, repository: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(link)) return link
  const [path = '', anchor] = link.split('#')
  const target = posix.relative(docs, posix.join(posix.dirname(page), path))
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (target.startsWith('../')) return `${repository}/blob/main/${target.slice(3)}${hash}`
  return path.replace(/README\.md$/, 'index.md') + hash
}
