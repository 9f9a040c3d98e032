export type { PasskeyCall, PasskeyDone } from './passkeys/call.js'
export {
  offerPasskeys,
  registerPasskey,
  signInWithPasskey,
  supportsPasskeys,
} from './passkeys/ceremonies.js'
export { PasskeyError, type PasskeyErrorCode } from './passkeys/passkey-error.js'
