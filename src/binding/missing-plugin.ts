import { InvalidConfig, logMistake } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import { devServerOf } from './dev-server.js'
import type { AuthEvent, ConfigQrl } from './event.js'
import { instancesOf, isStatic, loadConfig } from './event-state.js'

/** The file that the guide uses. */
const pluginFile = 'src/routes/plugin@auth.ts'
const members = '{ onRequest, useSession, useSignIn, useSignOut }'

/** Qwik runs `onRequest` of these files. A plugin must be in `src/routes` itself. */
const routeFile =
  /^src\/routes\/(?:plugin(?:@[^/]+)?|(?:.*\/)?(?:layout[^/]*|index[^/]*))\.[jt]sx?$/

/**
 * Explains why `onRequest` has not run. `file` contains the config, if it is known.
 */
export function explainMissingPlugin(file?: string): string {
  if (file === undefined) {
    return `\`onRequest\` of \`routeAuth$\` has not run for this request. Export it from ${pluginFile}, and check the name of the file.`
  }
  if (!routeFile.test(file)) {
    return `\`onRequest\` of \`routeAuth$\` has not run, because Qwik does not run ${file}. Rename the file to ${pluginFile}.`
  }
  return `\`onRequest\` of \`routeAuth$\` has not run, because ${file} does not export it. Write \`export const ${members} = routeAuth$(…)\` in ${pluginFile}.`
}

/**
 * Logs once, on the dev server only, that a loader or an action of an instance runs although its
 * `onRequest` has not run. The instance's routes would answer 404. The session is valid all the
 * same, because an app may export `onRequest` in one of its folders only.
 */
export async function logMissingPlugin<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<void> {
  const devServer = devServerOf(configQrl)
  const instances: readonly object[] = instancesOf(event)
  if (!devServer || isStatic(event) || instances.includes(configQrl)) return
  const mistake = new InvalidConfig(explainMissingPlugin(devServer.configFile))
  logMistake(await loadConfig(event, configQrl), mistake)
}
