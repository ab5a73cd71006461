export { createProvider, type Environment } from './create-provider.ts'
export * from './model-types.ts'
export type { ProviderPorts } from './sdk-provider.ts'
