"""The commands of `judge`, one module each: (request, arguments) -> Answer."""
