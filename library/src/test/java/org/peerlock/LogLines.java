package org.peerlock;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collects the lines of a logger, which are not printed meanwhile. */
public final class LogLines implements AutoCloseable {

    private final Logger log;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    public LogLines(org.slf4j.Logger logger) {
        log = (Logger) logger;
        appender.list = new CopyOnWriteArrayList<>();
        appender.start();
        log.addAppender(appender);
        log.setAdditive(false);
    }

    /** Also those of this level, even if they would not be printed. */
    public LogLines(org.slf4j.Logger logger, Level least) {
        this(logger);
        log.setLevel(least);
    }

    /** All lines, whatever their level. */
    public List<String> all() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    public List<String> warnings() {
        return appender.list.stream()
                .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Override
    public void close() {
        log.detachAppender(appender);
        log.setAdditive(true);
        log.setLevel(null); // that of the root
    }
}
