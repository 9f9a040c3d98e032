import { addVitePlugin, hasVitePlugin } from '../vite-config.js'
import { isAuthJs } from './doors.js'
import { applyEdits, type Edit } from './edit.js'
import { nodesOf, parseFile, type ParsedFile, type TypeScript } from './parsed-file.js'

/**
 * Adds the plugin to a Vite config, and removes the packages of Auth.js from its lists. Returns
 * undefined if the plugin cannot be added.
 */
export function rewriteVite(
  typescript: TypeScript,
  path: string,
  before: string,
  basePath: string,
): string | undefined {
  const text = removeListed(typescript, path, before)
  if (hasVitePlugin(text)) return text
  const options = basePath === '/auth' ? '' : `{ basePath: ${JSON.stringify(basePath)} }`
  return addVitePlugin(text, `latchkey(${options})`)
}

/** Vite warns about a package in `optimizeDeps` that is not installed. */
function removeListed(typescript: TypeScript, path: string, text: string): string {
  const edit = findListed(parseFile(typescript, path, text))
  return edit ? removeListed(typescript, path, applyEdits(text, [edit])) : text
}

function findListed(file: ParsedFile): Edit | undefined {
  const { ts, root } = file
  for (const { elements } of nodesOf(file).filter(ts.isArrayLiteralExpression)) {
    const at = elements.findIndex((one) => ts.isStringLiteral(one) && isAuthJs(one.text))
    const [previous, found, next] = [elements[at - 1], elements[at], elements[at + 1]]
    if (!found) continue
    const start = next || !previous ? found.getStart(root) : previous.getEnd()
    return { start, end: next?.getStart(root) ?? found.getEnd(), text: '' }
  }
  return undefined
}
