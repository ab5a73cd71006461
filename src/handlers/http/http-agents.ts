import { lookup as lookUpName } from 'node:dns'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Route } from './choose-route.ts'
import { isPublicAddress } from './public-address.ts'

/** The connections of one handler. Those that may lead to private addresses are never lent to requests that may not. */
export interface HttpAgents {
  choose(route: Route): HttpAgent
  close(): void
}

const settings = { keepAlive: true, maxFreeSockets: 16, scheduling: 'lifo' } as const

/** Makes the agents; nothing is connected before it is needed. */
export function createHttpAgents(lookup: LookupFunction = lookUpName as LookupFunction): HttpAgents {
  const guarded = guardLookup(lookup)
  const agents = {
    'http: open': new HttpAgent({ ...settings, lookup }),
    'https: open': new HttpsAgent({ ...settings, lookup }),
    'http: guarded': new HttpAgent({ ...settings, lookup: guarded }),
    'https: guarded': new HttpsAgent({ ...settings, lookup: guarded }),
  }
  return {
    choose: ({ url, access }) => agents[`${url.protocol} ${access}` as keyof typeof agents],
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** The code of the error with which a connection to an address that is not public is refused. */
export const privateAddressCode = 'HOOKLINE_PRIVATE_ADDRESS'

/**
 * A lookup whose addresses are the ones that get connected, so that a name cannot lead to one address when it is judged and
 * to another when it is used. One address that is not public spoils the whole name.
 */
function guardLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const addresses = Array.isArray(found) ? found : [{ address: found, family: 4 }]
      const refused = addresses.find(({ address }) => !isPublicAddress(address))
      if (refused) return callback(refuseAddress(hostname, refused.address), [])
      if (options.all) return callback(null, addresses)
      const first = addresses[0]
      return first ? callback(null, first.address, first.family) : callback(noAddress(hostname), [])
    })
  }
}

function refuseAddress(hostname: string, address: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} leads to ${address}, which is not a public address`), {
    code: privateAddressCode,
  })
}

function noAddress(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
}
