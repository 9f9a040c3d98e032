import type { DevServer } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import type { ConfigQrl } from './event.js'

const devServers = new WeakMap<object, DevServer>()

/** Records that an instance runs on the dev server, and which file contains its config. */
export function rememberDevServer<S extends DefaultSession>(configQrl: ConfigQrl<S>): void {
  devServers.set(configQrl, { configFile: shorten(configQrl.dev?.file) })
}

/** Returns the dev server that an instance runs on. Undefined in production. */
export function devServerOf<S extends DefaultSession>(
  configQrl: ConfigQrl<S>,
): DevServer | undefined {
  return devServers.get(configQrl)
}

/** Returns the path below the app's folder, because the rest is the same for every file. */
function shorten(file: string | undefined): string | undefined {
  return file?.replaceAll('\\', '/').replace(/^.*\/(?=src\/)/, '')
}
