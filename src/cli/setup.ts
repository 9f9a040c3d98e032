import type { Choice } from './choice.js'
import type { Database } from './databases/database.js'
import type { App } from './find-app.js'
import type { EnvPath } from './plan-env.js'
import type { PluginPlace } from './plugin-place.js'
import type { SignInPage } from './sign-in-page.js'
import type { VitePlan } from './vite-config.js'

/** What `init` adds to an app. */
export interface Setup {
  readonly app: App
  readonly choices: readonly Choice[]
  /** Undefined if each session is stored in its cookie. */
  readonly database: Database | undefined
  readonly page: SignInPage
  /** The file that starts Latchkey, relative to the app's folder. */
  readonly plugin: PluginPlace
  readonly vite: VitePlan
  /** The file that the secrets go to. */
  readonly envPath: EnvPath
}
