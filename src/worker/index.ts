export { type Answer, type AnswerContext, type Serving, serve, type WorkerAnswer, type WorkerInput } from './serve.ts'
