import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSite } from '../built-site.js'
import { buildProject } from '../builder.js'
import type { Folder } from '../folder.js'
import { filesOf, type Cell } from './app-files.js'
import { canary } from './forms.js'
import { callConfig, hashesIn, NoPage } from './call-config.js'

/** What became of an app: whether a stranger can read its config, or who refused. */
export interface Verdict {
  readonly published: Answer
  readonly callable: Answer
  /** What the build or the server said when it refused. */
  readonly reason: string
}

/** `yes` is a hole. */
export type Answer = 'yes' | 'no' | 'build refuses' | 'app refuses'

/** Builds an app as its author would, searches what it publishes, and calls its config over RPC. */
export async function tryCell(folder: Folder, name: string, cell: Cell): Promise<Verdict> {
  folder.write(name, filesOf(cell))
  const path = join(folder.path, name)
  for (const config of [{}, { configFile: 'vite.server.config.mjs' }]) {
    const { code, output } = await buildProject(path, config)
    if (code !== 0) return refusal('build refuses', output)
  }
  const published = findCanary(join(path, 'dist')) ? 'yes' : 'no'
  const server = await startSite({ path, remove: () => {} }).catch(String)
  if (typeof server === 'string') return refusal('app refuses', server)
  try {
    const isCallable = await callConfig(
      `http://localhost:${server.port}`,
      hashesIn(join(path, 'server')),
    )
    return { published, callable: isCallable ? 'yes' : 'no', reason: '' }
  } catch (error) {
    // An app that answers its page with an error has refused, and says why in its log.
    if (!(error instanceof NoPage)) throw error
    return refusal('app refuses', server.log())
  } finally {
    server.child.kill()
  }
}

function refusal(answer: Answer, reason: string): Verdict {
  return { published: answer, callable: answer, reason }
}

function findCanary(folder: string): boolean {
  if (!existsSync(folder)) return false
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.some(({ parentPath, name }) =>
    holdsCanary(readFileSync(join(parentPath, name), 'latin1')),
  )
}

/** Inline maps are in base64. */
function holdsCanary(text: string): boolean {
  const maps = [...text.matchAll(/base64,([A-Za-z0-9+/=]+)/g)]
  const decoded = maps.map(([, data = '']) => Buffer.from(data, 'base64').toString('latin1'))
  return [text, ...decoded].some((one) => one.includes(canary))
}
