// All but the initializers is the same in both versions of Qwik.
export * from '../binding/index.js'
export {
  FrameworkAuth$,
  FrameworkAuthQrl,
  serverAuth$,
  serverAuthQrl,
  type ConfigQrl,
  type FrameworkAuthInitializer,
  type FrameworkAuthMembers,
} from './framework-auth.js'
