import { join } from 'node:path'
import { startDevServer } from '../dev-server.js'
import type { Folder } from '../folder.js'
import { filesOf, type Cell } from './app-files.js'
import { callConfig, NoPage } from './call-config.js'
import { canary } from './forms.js'
import type { Verdict } from './try-cell.js'

/** Starts the dev server of an app, follows what a browser would load, and calls its config over RPC. */
export async function tryDevCell(folder: Folder, name: string, cell: Cell): Promise<Verdict> {
  folder.write(name, filesOf(cell))
  const server = await startDevServer(
    join(folder.path, 'node_modules/vite/bin/vite.js'),
    join(folder.path, name),
  )
  try {
    const isCallable = await callConfig(server.origin)
    const isPublished = await isLoaded(server.origin)
    return {
      published: isPublished ? 'yes' : 'no',
      callable: isCallable ? 'yes' : 'no',
      reason: '',
    }
  } catch (error) {
    if (!(error instanceof NoPage)) throw error
    return {
      published: 'app refuses',
      callable: 'app refuses',
      reason: `${error.message}\n${server.log()}`,
    }
  } finally {
    server.stop()
  }
}

/** Whether a module that the page's auth file leads to has a secret; maps aside, which only tools load. */
async function isLoaded(origin: string): Promise<boolean> {
  const seen = new Set<string>()
  const waiting = ['/src/routes/plugin@auth.ts']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    const response = await fetch(new URL(path, origin))
    const code = (await response.text()).replace(/\/\/# sourceMappingURL=.*$/gm, '')
    if (code.includes(canary)) return true
    for (const [, next = ''] of code.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)) {
      const { pathname, search } = new URL(next, new URL(path, origin))
      if (pathname.includes('/src/') && !pathname.includes('/node_modules/'))
        waiting.push(pathname + search)
    }
  }
  return false
}
