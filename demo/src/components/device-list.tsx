import { component$ } from '@builder.io/qwik'
import { Form, type ActionStore } from '@builder.io/qwik-city'
import type { Device } from '../account'
import { Moment } from './moment'

interface DeviceListProps {
  readonly devices: readonly Device[]
  /** Takes the `id` of a device. */
  readonly end: ActionStore<unknown, Record<string, unknown>>
}

export const DeviceList = component$<DeviceListProps>(({ devices, end }) => (
  <ul class="rows">
    {devices.map(({ id, isCurrent, browser, since, method }) => (
      <li key={id}>
        <div>
          <strong>{browser}</strong> {isCurrent && <span class="badge">this device</span>}
          <p class="muted">
            {since && (
              <>
                Since <Moment at={since} />
              </>
            )}
            {method && ` · ${method}`}
          </p>
        </div>
        {!isCurrent && (
          <Form action={end}>
            <input type="hidden" name="id" value={id} />
            <button class="button compact" aria-label={`End ${browser}`}>
              End
            </button>
          </Form>
        )}
      </li>
    ))}
  </ul>
))
