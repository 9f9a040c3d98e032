import { revealScript } from '../../src/pages/reveal-button.js'

/**
 * Removes the button and the script of password fields from a page, if both are exactly ours and the
 * script has the nonce of the stylesheet. What is left must have no script.
 */
export function withoutReveal(page: string): string {
  const [, nonce = ''] = /<style nonce="([^"]*)">/.exec(page) ?? []
  const [before = '', after] = page.split('<template id="reveal">')
  const [button, rest] = after?.split('</template>') ?? []
  const script = `<script nonce="${nonce}">`
  const end = '</script>'
  if (button === undefined || !rest?.startsWith(script)) return page
  const at = rest.indexOf(end)
  if (rest.slice(script.length, at).trim() !== revealScript) return page
  return before + rest.slice(at + end.length)
}
