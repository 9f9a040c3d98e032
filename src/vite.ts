import type { Plugin } from 'vite'
import { admitNode } from './http/form-post.js'

/** A statement that takes names from our door: what stands before `from`, without texts in it. */
const statement =
  /\b(import|export)\b((?:(?!\bimport\b|\bexport\b|['"])[^])*?)\bfrom\s*(['"])latchkey(?:\/qwik2)?\3/g

const comment = /\/\*[^]*?\*\/|\/\/[^\n]*/g

/** What the optimizer calls the module of a config function. */
const configModule = /_FrameworkAuth_[^/\\]*\.js$/

/** A module that the optimizer made from another; what it imports is not what someone wrote. */
const segment = /_[A-Za-z0-9]{11}\.m?js$/

/** A segment that Qwik emptied still exists, as a null or a function that does nothing. */
const emptied =
  /^\s*(?:export\s+)?(?:const|var|let)\s+[\w$]+\s*=\s*(?:\/\*[^*]*\*\/\s*)?(?:null|undefined|\(\)\s*=>\s*\{\s*\})/

/** A source in which a config function may stand. */
const caller = /\b(?:FrameworkAuth|serverAuth)\$/

/** Where the router of Qwik 2 in the browser looks up what it can show. */
const routerConfig = /^(?:\0)?@qwik-router-config$/
const routeTable = /\bconst routes = \{/

const advice =
  'Import FrameworkAuth$ or serverAuth$ by name from "latchkey", in the module that calls it.'

/** What the plugin must know of the config, which it cannot read. */
export interface LatchkeyOptions {
  /** The `basePath` of the config, after that of the application. Default: `/auth`. */
  readonly basePath?: string
}

/**
 * Keeps the config function of `FrameworkAuth$` on the server.
 *
 * Qwik's optimizer publishes the argument of every `…$()` call to the browser, unless the imported
 * name begins with one of its own prefixes, such as `server`. In client builds this plugin imports
 * `serverAuth$` under the name that the application uses, and takes the source of the caller out of
 * source maps. The build fails where that cannot be done, and if a config function is found in the
 * browser's files all the same.
 *
 * For Qwik 2 it tells the router in the browser which pages are ours, so that it leaves them to the
 * browser; on the dev server it does what `admitFormPost` does in production.
 *
 * Put it before `qwikVite()`.
 */
export function latchkey({ basePath = '/auth' }: LatchkeyOptions = {}): Plugin {
  return {
    name: 'latchkey',
    enforce: 'pre',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        admitNode(request, basePath)
        next()
      })
    },
    transform: {
      order: 'pre',
      handler(code, id) {
        if (this.environment.config.consumer !== 'client') return null
        if (routerConfig.test(id) && routeTable.test(code)) {
          return { code: code + leaveToBrowser(basePath), map: null }
        }
        if (!code.includes('latchkey')) return null
        const problem = segment.test(id) ? undefined : findRoundabout(code)
        if (problem) this.error(`${problem} would publish the config function. ${advice}`)
        const changed = code.replace(statement, renameImport)
        return changed === code ? null : { code: changed, map: null }
      },
    },
    generateBundle(_options, bundle) {
      if (this.environment.config.consumer !== 'client') return
      for (const output of Object.values(bundle)) {
        if (output.type === 'asset') {
          if (output.fileName.endsWith('.map')) output.source = withoutCallers(output.source)
          continue
        }
        for (const [id, { code }] of Object.entries(output.modules)) {
          if (!configModule.test(id) || !code || emptied.test(code)) continue
          this.error(`${output.fileName} would publish the config function. ${advice}`)
        }
      }
    },
  }
}

/**
 * Routes for all below our path, in the form of Qwik's own, whose only module is the document itself:
 * the router has the address in place before it asks for a module. It may ask ahead, too.
 */
function leaveToBrowser(basePath: string): string {
  const parts = basePath.split('/').filter((part) => part !== '')
  // Ours are among the application's own pages there.
  if (parts.length === 0) return ''
  const path = `/${parts.join('/')}/`
  return `
{
  const load = () => {
    if (location.pathname.startsWith(${JSON.stringify(path)})) location.reload()
    return new Promise(() => {})
  }
  let place = routes
  for (const part of ${JSON.stringify(parts)}) place = place[part] ??= {}
  place._A ??= { _P: 'rest', _I: [load] }
}
`
}

/** A way to the initializer on which the optimizer sees another name than ours. */
function findRoundabout(code: string): string | undefined {
  for (const [, keyword, clause = ''] of code.matchAll(statement)) {
    const names = clause.replace(comment, '')
    if (/^\s*\*/.test(names)) return `"${keyword} *" from "latchkey"`
    if (/\b(?:FrameworkAuth|serverAuth)Qrl\b/.test(names)) return 'The use of a name in "Qrl"'
    if (keyword === 'export' && /\bFrameworkAuth\$/.test(names)) {
      return 'A module that exports FrameworkAuth$ again'
    }
  }
  return undefined
}

function renameImport(whole: string, keyword: string, clause: string): string {
  const names = clause.replace(comment, '')
  if (keyword !== 'import' || /^\s*type\b/.test(names)) return whole
  const renamed = names.replace(
    /\bFrameworkAuth\$(\s+as\s+[\w$]+)?/g,
    (_, alias: string | undefined) => `serverAuth$${alias ?? ' as FrameworkAuth$'}`,
  )
  return renamed === names ? whole : whole.replace(clause, () => renamed)
}

interface SourceMap {
  sourcesContent?: (string | null)[]
}

function withoutCallers(source: string | Uint8Array): string {
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
  const map = JSON.parse(text) as SourceMap
  if (!map.sourcesContent?.some((content) => content !== null && caller.test(content))) return text
  const sourcesContent = map.sourcesContent.map((content) =>
    content !== null && caller.test(content) ? null : content,
  )
  return JSON.stringify({ ...map, sourcesContent })
}
