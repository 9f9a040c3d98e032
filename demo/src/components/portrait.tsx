import type { JSXOutput } from '@builder.io/qwik'
import type { User } from 'latchkey'
import { nameOf } from '../name-of'

interface PortraitProps {
  readonly user: User
  readonly size: 'small' | 'medium' | 'large'
}

/** A picture or an initial beside a name: decoration, so it has no text of its own. */
export const Portrait = ({ user, size }: PortraitProps): JSXOutput =>
  user.image ? (
    <img class={['portrait', size]} src={user.image} alt="" width={56} height={56} />
  ) : (
    <span class={['portrait', size]} aria-hidden="true">
      {nameOf(user).charAt(0).toUpperCase()}
    </span>
  )
