import { Airports } from './airports.js';
import { FileComplaint } from './complaints.js';
import { Flights } from './flights.js';

export default [Airports, Flights, FileComplaint];
