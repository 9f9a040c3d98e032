import { logMistake, type AuthConfig } from '../core.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { DefaultSession } from '../model/records.js'
import { devServerOf } from './dev-server.js'
import type { AuthEvent, ConfigQrl } from './event.js'
import { instancesOf, isStatic } from './event-state.js'

/** The file that the guide uses. */
const pluginFile = 'src/routes/plugin@auth.ts'
const members = '{ onRequest, useSession, useSignIn, useSignOut }'

/** Qwik runs `onRequest` of these files in `src/routes` only. */
const routeFile = /^src\/routes\/(?:.*\/)?(?:plugin(?:@[^/]+)?|layout[^/]*|index[^/]*)\.[jt]sx?$/

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
 * Returns the mistake if the dev server runs a loader or an action of an instance whose `onRequest`
 * has not run. Its routes would answer 404. In production this is never a mistake.
 */
export function findMissingPlugin<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): InvalidConfig | undefined {
  const devServer = devServerOf(configQrl)
  const instances: readonly object[] = instancesOf(event)
  if (!devServer || isStatic(event) || instances.includes(configQrl)) return undefined
  return new InvalidConfig(explainMissingPlugin(devServer.configFile))
}

/** Logs {@link findMissingPlugin} once. */
export function logMissingPlugin<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
  config: AuthConfig<S>,
): InvalidConfig | undefined {
  const mistake = findMissingPlugin(event, configQrl)
  if (mistake) logMistake(config, mistake)
  return mistake
}
