export { openapiApp as feature } from './openapi.routes.ts';
